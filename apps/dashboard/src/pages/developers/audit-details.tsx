import { Stack, Text } from '@mantine/core';
import type { AuditEntry } from '@organizer/shared/dashboard-api';
import { useOrganizer } from '#app/parts/account.ts';
import { useEventOf } from '#app/parts/events.ts';
import { useLanguage } from '#app/parts/language.tsx';
import { auditDetailTexts } from './audit-detail-texts.ts';
import { describeAuditDetails } from './describe-audit-details.ts';

/** The details of an entry of the audit log, in words. */
export function AuditDetails({ entry }: { readonly entry: AuditEntry }) {
  const { texts, formats, percent } = useLanguage();
  const organizer = useOrganizer();
  const eventOf = useEventOf();
  const details = describeAuditDetails(entry, { texts: auditDetailTexts(texts), formats, percent, organizer, eventOf });
  if (details.length === 0) return null;
  return (
    <Stack gap={2}>
      {details.map(({ label, text }) => (
        <Text key={label} size="xs">
          <Text span inherit c="dimmed">
            {label}:
          </Text>{' '}
          <bdi>{text}</bdi>
        </Text>
      ))}
    </Stack>
  );
}
