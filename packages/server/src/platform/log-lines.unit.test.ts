import { expect, test } from 'vitest';
import { createLogTo } from './log.ts';
import { readableLines } from './log-lines.ts';

/** Returns the log lines in readable form. */
function readableLog(write: (log: ReturnType<typeof createLogTo>) => void): string {
  let lines = '';
  write(createLogTo('trace', { write: (line) => (lines += line) }));
  return readableLines(lines);
}

/** Removes the colors from a string. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colors are control characters
const removeColors = (text: string) => text.replace(/\u001b\[\d+m/g, '');

test.each([
  ['fatal', 'FATAL', 41],
  ['error', 'ERROR', 31],
  ['warn', 'WARN ', 33],
  ['info', 'info ', 32],
  ['debug', 'debug', 34],
  ['trace', 'trace', 2],
] as const)('a line of the level %s begins with the time and the colored level', (level, word, color) => {
  const line = readableLog(({ logger }) => logger[level]({ port: 4000, folder: '/data' }, 'a message'));
  expect(line).toContain(`\u001b[${color}m${word}\u001b[0m`);
  expect(removeColors(line)).toMatch(new RegExp(`^\\d\\d:\\d\\d:\\d\\d ${word} a message port=4000 folder=/data\\n$`));
});

test('each line becomes readable, including the line of a request, with the caller if there is one', () => {
  const text = readableLog(({ logger, access }) => {
    logger.info('first');
    const request = { requestId: 'req_1', method: 'GET', route: '/api/v1/events', status: 200, ms: 1.239 };
    access({ ...request, actor: undefined, organizerId: undefined });
    // The routes of an account belong to no organizer.
    access({ ...request, actor: 'usr_1', organizerId: undefined });
    access({ ...request, actor: 'key_1', organizerId: 'org_1' });
  });
  const line = 'info  request requestId=req_1 method=GET route=/api/v1/events status=200 ms=1.24';
  expect(removeColors(text).replace(/^\d\d:\d\d:\d\d /gm, '')).toBe(
    `info  first\n${line}\n${line} actor=usr_1\n${line} actor=key_1 organizerId=org_1\n`,
  );
});

test('the stacks of an error and of its cause follow on indented lines, even with control characters in the message', () => {
  const cause = new Error('the disk is full');
  const error = new TypeError('no such row\u001b[2J\r\n12:00:00 info  forged\u009b31m', { cause });
  const text = removeColors(
    readableLog(({ logger }) => logger.error({ err: error, id: 'whk_1' }, 'could not be sent')),
  );
  const [firstLine, secondLine, thirdLine, ...frames] = text.trimEnd().split('\n');
  expect(firstLine).toMatch(/^\d\d:\d\d:\d\d ERROR could not be sent id=whk_1$/);
  expect([secondLine, thirdLine]).toEqual([
    '  TypeError: no such row\\u001b[2J\\u000d',
    '  12:00:00 info  forged\\u009b31m',
  ]);
  expect(frames[0]).toMatch(/^ {6}at .*log-lines\.unit\.test\.ts/);
  expect(frames).toContain('  caused by Error: the disk is full');
});

test('no value or message can move the cursor, add a line or change the direction of text', () => {
  const unsafeText = 'a\u001b[31m\r\nb\u0007\u007f\u009b2J\u202ec';
  const text = readableLog(({ logger }) =>
    logger.info({ value: unsafeText, list: [unsafeText], [unsafeText]: 1 }, unsafeText),
  );
  expect(text.match(/\n/g)).toHaveLength(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  expect(removeColors(text).trimEnd()).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
  expect(removeColors(text)).toContain('value="a\\u001b[31m\\r\\nb\\u0007\\u007f\\u009b2J\\u202ec"');
});

test('values with spaces or non-ASCII letters are quoted, and long values are not shortened', () => {
  const long = 'x'.repeat(20_000);
  const text = removeColors(
    readableLog(({ logger }) => logger.warn({ long, name: 'Åsa Berg', empty: '', none: null }, 'odd')),
  );
  expect(text).toContain(` odd long=${long} name="Åsa Berg" empty="" none=null\n`);
});
