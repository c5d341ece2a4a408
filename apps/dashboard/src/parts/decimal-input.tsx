import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '#app/parts/language.tsx';
import { parseDecimal } from '#app/parts/parse-decimal.ts';

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  /** A number, or the text if it is not a number. */
  readonly value?: number | string;
  readonly onChange?: (value: number | string) => void;
  /** The maximum number of decimals. Further ones are rounded. */
  readonly decimals: number;
  /** Whether the input always shows all decimals. */
  readonly fixed?: boolean;
}

/**
 * An input for a number with decimals, which accepts the separators of all languages. When it loses the focus, it shows the number as the
 * language writes it, so that people see how their text was understood.
 */
export function DecimalInput({ value = '', onChange, onBlur, decimals, fixed = false, ...props }: DecimalInputProps) {
  const { locale } = useLanguage();
  const toValue = (text: string): number | string => {
    const number = parseDecimal(text, locale);
    return number === null ? text.trim() : Number(number.toFixed(decimals));
  };
  const toText = (shown: number | string): string =>
    typeof shown === 'string'
      ? shown
      : shown.toLocaleString(locale, {
          minimumFractionDigits: fixed ? decimals : 0,
          maximumFractionDigits: decimals,
        });
  const [text, setText] = useState(() => toText(value));
  const isChangedByForm = toValue(text) !== value;
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      value={isChangedByForm ? toText(value) : text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange?.(toValue(currentTarget.value));
      }}
      onBlur={(event) => {
        setText(toText(value));
        onBlur?.(event);
      }}
    />
  );
}
