import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useLanguage } from '#app/parts/language.tsx';

/** An input for a number with decimals, with the decimal separator of the language. A point and a comma are both accepted. */
export function DecimalInput(props: NumberInputProps) {
  const { locale } = useLanguage();
  const decimalSeparator = new Intl.NumberFormat(locale)
    .formatToParts(0.5)
    .find(({ type }) => type === 'decimal')?.value;
  return <NumberInput decimalSeparator={decimalSeparator} allowedDecimalSeparators={['.', ',']} {...props} />;
}
