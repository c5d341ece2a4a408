import { describe, expect, test } from 'vitest';
import { languages } from '#messages/languages';
import { exampleFieldError, type FieldErrorCode } from '../../errors/field-errors.ts';
import { exampleError, type Reason } from '../../errors/index.ts';
import { checkoutTexts } from '../../platform/texts.ts';

type Text = string | ((args: object) => string);

describe.each(languages)('in the language %s', (language) => {
  const { problems, fieldErrors } = checkoutTexts(language).failures;

  test.for(Object.entries(problems) as [Reason, Text][])(
    'the text for the reason %s is complete with the parameters of this reason',
    ([reason, text]) => {
      const { params } = exampleError(reason);
      // The program adds the amount with its currency.
      expectComplete(text, 'amountMax' in params ? { ...params, amount: '1.00' } : params);
    },
  );

  test.for(Object.entries(fieldErrors) as [FieldErrorCode, Text][])(
    'the text for the field error %s is complete with the parameters of this error',
    ([code, text]) => {
      expectComplete(text, exampleFieldError('items.0.quantity', code).params);
    },
  );
});

function expectComplete(text: Text, params: object): void {
  const written = typeof text === 'string' ? text : text(params);
  expect(written).toMatch(/^[\p{Lu}0-9].*\.$/u);
  expect(written).not.toMatch(/undefined|NaN|Invalid|\[object/);
}
