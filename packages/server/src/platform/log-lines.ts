/** The label of each level, with terminal colors. */
const levels: Readonly<Record<string, string>> = {
  fatal: '\u001b[41mFATAL\u001b[0m',
  error: '\u001b[31mERROR\u001b[0m',
  warn: '\u001b[33mWARN \u001b[0m',
  info: '\u001b[32minfo \u001b[0m',
  debug: '\u001b[34mdebug\u001b[0m',
  trace: '\u001b[2mtrace\u001b[0m',
};
const dim = (text: string) => `\u001b[2m${text}\u001b[0m`;

/** Formats log lines for a terminal. Each input line is a JSON object. */
export function readableLines(text: string): string {
  return text.replace(/[^\n]+/g, readableLine);
}

function readableLine(line: string): string {
  const { level, time, msg = '', err, ...otherFields } = JSON.parse(line) as Record<string, unknown>;
  const clockTime = new Date(String(time)).toTimeString().slice(0, 8);
  const fields = Object.entries(otherFields).map(
    ([name, value]) => ` ${dim(`${escapeText(name)}=`)}${formatValue(value)}`,
  );
  return `${dim(clockTime)} ${levels[String(level)] ?? level} ${escapeText(String(msg))}${fields.join('')}${stackLines(err)}`;
}

function formatValue(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /^[\x21-\x7e]+$/.test(text) ? text : escapeText(JSON.stringify(text));
}

/** The stacks of an error and of its causes. They are indented, so that no line looks like another log entry. */
function stackLines(error: unknown): string {
  const lines: string[] = [];
  let current = error as { stack?: string; cause?: unknown } | undefined;
  for (let prefix = ''; typeof current?.stack === 'string'; prefix = 'caused by ') {
    lines.push(...`${prefix}${current.stack}`.split('\n'));
    current = current.cause as typeof current;
  }
  return lines.map((line) => `\n  ${escapeText(line)}`).join('');
}

/**
 * Escapes control characters, which could change the terminal output, and format characters, which could change text
 * direction.
 */
function escapeText(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  });
}
