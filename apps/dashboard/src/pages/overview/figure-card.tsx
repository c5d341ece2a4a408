import { Paper, Text } from '@mantine/core';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import './overview.css';

interface FigureCardProps {
  readonly title: string;
  /** A number, or minor units if there is a currency. */
  readonly value: number;
  readonly currency?: string;
  /** The value of the period before. */
  readonly before?: number;
  readonly text?: string;
}

/** A figure of the period, and its change from the period before. */
export function FigureCard({ title, value, currency, before, text }: FigureCardProps) {
  const { locale, formats } = useLanguage();
  const shown = currency === undefined ? new Intl.NumberFormat(locale).format(value) : formats.money(value, currency);
  const change = useChange(value, before);
  return (
    <Paper withBorder p="md" className="figure-card">
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text size="xl" fw={650} className="money figure-card-value" style={{ '--figure-length': shown.length }}>
        {shown}
      </Text>
      <Text size="xs" c="dimmed">
        {text ?? change}
      </Text>
    </Paper>
  );
}

function useChange(value: number, before: number | undefined): string {
  const t = useMessages('overview');
  const { locale } = useLanguage();
  if (before === undefined || value === before) return t.same;
  if (before <= 0) return t.new;
  const change = Math.abs(value - before) / before;
  const text = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: change < 0.1 ? 1 : 0 }).format(
    change,
  );
  return value > before ? t.more({ change: text }) : t.less({ change: text });
}
