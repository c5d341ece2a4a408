import { expect, test } from 'vitest';
import { messagesOfLanguage } from '#shared/messages';
import { exampleFieldError } from '../../errors/field-errors.ts';
import { exampleError } from '../../errors/index.ts';

const { problems, fieldErrors } = messagesOfLanguage('en').failures;

type Text = (params: never, timeZone: string) => string;

test.for(Object.entries(problems) as [keyof typeof problems, Text][])(
  'the text for the reason %s is complete with the parameters of this reason',
  ([reason, text]) => {
    expectComplete(text(exampleError(reason).params as never, 'Europe/Berlin'));
  },
);

test.for(Object.entries(fieldErrors) as [keyof typeof fieldErrors, Text][])(
  'the text for the field error %s is complete with the parameters of this error',
  ([code, text]) => {
    expectComplete(text(exampleFieldError('items.0.quantity', code).params as never, 'Europe/Berlin'));
  },
);

function expectComplete(text: string): void {
  expect(text).toMatch(/^[A-Z0-9].*\.$/);
  expect(text).not.toMatch(/undefined|NaN|Invalid|\[object/);
}
