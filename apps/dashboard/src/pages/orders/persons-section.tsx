import { Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Answer, MemberOrderDetail, OrderTicket } from '@organizer/shared/dashboard-api';
import { CorrectHolderDialog } from '#app/pages/orders/correct-dialogs.tsx';
import { TicketStatusBadge } from '#app/pages/tickets/status-badge.tsx';
import { useOrganizer } from '#app/parts/account.ts';
import { useAnswerText } from '#app/parts/answer-text.ts';
import type { Tagged } from '#app/parts/api.ts';
import { Facts } from '#app/parts/facts.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { RowButton } from '#app/parts/row-button.tsx';
import { Section } from '#app/parts/section.tsx';
import { TextWithLinks } from '#app/parts/text-with-links.tsx';

interface DetailProps {
  readonly detail: Tagged<MemberOrderDetail>;
}

/** The ticket holders of an order, each with the ticket and what the person was asked. */
export function PersonsSection({ detail }: DetailProps) {
  const t = useMessages('orderPage');
  return (
    <Section title={t.persons}>
      <SimpleGrid component="ul" cols={{ base: 1, md: 2 }} className="plain-list">
        {detail.order.tickets.map((ticket) => (
          <PersonCard key={ticket.id} detail={detail} ticket={ticket} />
        ))}
      </SimpleGrid>
    </Section>
  );
}

function PersonCard({ detail, ticket }: DetailProps & { readonly ticket: OrderTicket }) {
  const t = useMessages('orderPage');
  const { holderName, ticketTypeName, bib, category, status, fields, answers, addons = [] } = ticket;
  const shown = [
    [t.ticketType, ticketTypeName],
    [t.bib, bib],
    [t.category, category],
    [t.addons, addons.map(({ name, unitsTotal }) => (unitsTotal === 1 ? name : `${unitsTotal} × ${name}`)).join(', ')],
    ...Object.entries(fields ?? {}),
  ] as const;
  return (
    <Paper component="li" withBorder p="md">
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Title order={3} size="h5" miw={0} style={{ overflowWrap: 'anywhere' }}>
            <bdi>{holderName || t.noName}</bdi>
          </Title>
          <Group gap="sm" wrap="nowrap">
            <TicketStatusBadge status={status} />
            {detail.actions.includes('correct_holder') && <CorrectHolder detail={detail} ticket={ticket} />}
          </Group>
        </Group>
        <Facts
          facts={shown.flatMap(([label, value]) => (value ? [[label, <bdi key={label}>{value}</bdi>] as const] : []))}
        />
        <Answers answers={answers} />
      </Stack>
    </Paper>
  );
}

/** What a person has answered, in the words that the person saw, and when a consent was given or withdrawn. */
export function Answers({ answers = [] }: { readonly answers: readonly Answer[] | undefined }) {
  const t = useMessages('orderPage');
  const { formats } = useLanguage();
  const { timezone } = useOrganizer();
  const textOf = useAnswerText();
  if (answers.length === 0) return null;
  const timesOf = ({ answeredAt, withdrawn }: Answer) => {
    const given = t.consentGiven({ time: formats.dateTime(answeredAt, timezone) });
    return withdrawn ? `${given} ${t.consentWithdrawn({ time: formats.dateTime(withdrawn.at, timezone) })}` : given;
  };
  return (
    <dl className="facts">
      {answers.map((answer) => (
        <div key={answer.questionId}>
          <dt>
            <TextWithLinks>{answer.label}</TextWithLinks>
          </dt>
          <dd>
            <bdi className="answer">{textOf(answer)}</bdi>
            {answer.kind === 'consent' && (
              <Text size="sm" c="dimmed">
                {timesOf(answer)}
              </Text>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function CorrectHolder({ detail, ticket }: DetailProps & { readonly ticket: OrderTicket }) {
  const t = useMessages('orderPage');
  const [isOpen, dialog] = useDisclosure(false);
  return (
    <>
      <RowButton onClick={dialog.open} label={t.correctHolderOf({ bib: ticket.bib || ticket.id })}>
        {t.correct}
      </RowButton>
      <CorrectHolderDialog opened={isOpen} onClose={dialog.close} detail={detail} ticketId={ticket.id} />
    </>
  );
}
