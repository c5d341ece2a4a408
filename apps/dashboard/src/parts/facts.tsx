import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

type Fact = readonly [label: string, value: ReactNode];

/** Labels, each with its value beside it. */
export function Facts({
  facts,
  kind = 'facts',
}: {
  readonly facts: readonly Fact[];
  /** `sums`: amounts below a table, aligned with its last column. */
  readonly kind?: 'facts' | 'sums';
}) {
  return (
    <dl className={kind}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A label with a value below it, and optionally a note. */
export function Figure({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text fw={600} component="div">
        {children}
      </Text>
      {note !== undefined && note !== false && (
        <Text size="sm" c="dimmed" component="div">
          {note}
        </Text>
      )}
    </div>
  );
}
