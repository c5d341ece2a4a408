import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { defaultLanguage } from '@organizer/messages/languages';
import type { Erasure, Person } from '@organizer/shared/dashboard-api';
import type { PersonPageTexts } from '@organizer/shared/person-page';
import { useState } from 'react';
import type { OrganizerAccess } from '#app/parts/access.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { post } from '#app/parts/api.ts';
import { useChange } from '#app/parts/change.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { saveFile } from '#app/parts/download.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote } from '#app/parts/states.tsx';

/** The texts of the page by language. None of them has arguments. */
const pageTexts = import.meta.glob<{ readonly default: PersonPageTexts }>(
  '../../../../../packages/messages/src/*/dashboard/privacy-page.ts',
);

type Found = { readonly person: Person; readonly erasure: Erasure | null };

/** All that is known of an e-mail address, and its erasure. */
export function PersonSection({ access }: { readonly access: OrganizerAccess }) {
  const t = useMessages('privacy');
  const [found, setFound] = useState<Found | null>(null);
  const form = useApiForm<{ email: string }, Person>({
    initialValues: { email: '' },
    submit: ({ email }) => post<Person>(access.path('privacy/person'), { email: email.trim() }),
    onDone: (person) => setFound({ person, erasure: null }),
  });
  return (
    <Section title={t.person} text={t.personText}>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <TextInput type="email" label={t.email} autoComplete="off" maw={420} {...form.input('email')} />
          <FormEnd form={form} submit={t.find} />
        </Stack>
      </form>
      {found !== null && (
        <Stack role="status">
          <Text fw={600}>
            <bdi>{found.person.email}</bdi>
          </Text>
          {found.erasure === null ? (
            <Known person={found.person} access={access} onErased={(erasure) => setFound({ ...found, erasure })} />
          ) : (
            <Erased erasure={found.erasure} />
          )}
        </Stack>
      )}
    </Section>
  );
}

function ordersLeftOf({ organizers }: Person | Erasure): number {
  return organizers.reduce((sum, { ordersLeft }) => sum + ordersLeft, 0);
}

function Known({
  person,
  access,
  onErased,
}: {
  readonly person: Person;
  readonly access: OrganizerAccess;
  readonly onErased: (erasure: Erasure) => void;
}) {
  const t = useMessages('privacy');
  const { language, formats } = useLanguage();
  const { timezone: timeZone } = useOrganizer();
  const confirm = useConfirm();
  const orders = person.organizers.flatMap((organizer) => organizer.orders);
  const notShown = ordersLeftOf(person);
  const others = person.organizers.flatMap((organizer) => organizer.otherOrders);
  const save = (extension: string, type: string, content: string) =>
    saveFile(`personal-data.${extension}`, new Blob([content], { type }));
  const page = useChange(async () => {
    const { personPage } = await import('@organizer/shared/person-page');
    const fileOf = (code: string) =>
      pageTexts[`../../../../../packages/messages/src/${code}/dashboard/privacy-page.ts`];
    const load = fileOf(language) ?? fileOf(defaultLanguage);
    if (load === undefined) throw new Error('The page about a person has no texts.');
    const { default: texts } = await load();
    save('html', 'text/html', personPage(person, { texts, formats, language, timeZone }));
  });
  const askToErase = () =>
    confirm({
      title: t.eraseTitle,
      text: t.eraseText,
      action: t.erase,
      run: async () => onErased(await post<Erasure>(access.path('privacy/erasures'), { email: person.email })),
    });
  return (
    <>
      <Text>{t.found({ orders: orders.length + notShown })}</Text>
      <List>
        {orders.map(({ detail, eventName }) => (
          <List.Item key={detail.order.orderNumber}>
            <bdi>
              {detail.order.orderNumber} · {eventName}
            </bdi>
          </List.Item>
        ))}
      </List>
      {others.length > 0 && (
        <>
          <Text>{t.otherOrders}</Text>
          <List>
            {others.map(({ orderNumber, ticketId, ticket }) => (
              <List.Item key={`${orderNumber} ${ticketId}`}>
                <bdi>{[orderNumber, ticket?.holderName].filter(Boolean).join(' · ')}</bdi>
              </List.Item>
            ))}
          </List>
        </>
      )}
      {notShown > 0 && <Text>{t.notShown({ orders: notShown })}</Text>}
      <Notes organizers={person.organizers} />
      <ErrorNote error={page.error} />
      <Group gap="sm">
        <Button variant="default" onClick={() => save('json', 'application/json', JSON.stringify(person, null, 2))}>
          {t.downloadJson}
        </Button>
        <Button variant="default" loading={page.isRunning} onClick={() => page.run()}>
          {t.downloadPage}
        </Button>
        <Button color="red" disabled={orders.length + others.length === 0} onClick={askToErase}>
          {t.erase}
        </Button>
      </Group>
    </>
  );
}

function Erased({ erasure }: { readonly erasure: Erasure }) {
  const t = useMessages('privacy');
  const { organizers } = erasure;
  const ordersLeft = ordersLeftOf(erasure);
  const others = organizers.flatMap((organizer) => organizer.otherOrders);
  const kept = organizers.flatMap((organizer) => organizer.kept);
  return (
    <>
      <Text>{t.erased({ orders: organizers.flatMap(({ removed }) => removed).length })}</Text>
      {ordersLeft > 0 && <Text fw={600}>{t.ordersLeft({ orders: ordersLeft })}</Text>}
      {others.length > 0 && (
        <>
          <Text>{t.erasedInOthers}</Text>
          <List>
            {others.map(({ orderNumber }) => (
              <List.Item key={orderNumber}>{orderNumber}</List.Item>
            ))}
          </List>
        </>
      )}
      {kept.length > 0 && (
        <>
          <Text fw={600}>{t.kept}</Text>
          <List>
            {kept.map(({ orderNumber, reason }) => (
              <List.Item key={orderNumber}>
                {orderNumber}: {t.keptReason[reason]}
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Notes organizers={organizers} />
      <Text fw={600}>{t.stays}</Text>
      <List>
        {Object.entries(t.staysItems).map(([key, text]) => (
          <List.Item key={key}>{text}</List.Item>
        ))}
      </List>
    </>
  );
}

/** What is known of the address as that of a member. */
function Notes({
  organizers,
}: {
  readonly organizers: readonly { readonly isMember: boolean; readonly isInvited: boolean }[];
}) {
  const t = useMessages('privacy');
  return (
    <>
      {organizers.some(({ isMember }) => isMember) && <Text>{t.member}</Text>}
      {organizers.some(({ isInvited }) => isInvited) && <Text>{t.invited}</Text>}
    </>
  );
}
