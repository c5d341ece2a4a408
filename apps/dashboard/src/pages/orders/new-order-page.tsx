import { Radio, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { OrderChanged, Question, QuotedByHand } from '@organizer/shared/dashboard-api';
import { ageDayOf } from '@organizer/shared/questions/age-rule';
import type { Person } from '@organizer/shared/questions/visible-questions';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ChangeEvent, useState } from 'react';
import { eventQuery, type StoredEvent } from '#app/pages/events/event-query.ts';
import { questionsQuery } from '#app/pages/events/question-query.ts';
import {
  type AnswerValues,
  type HolderName,
  HolderNameInputs,
  nameParts,
  OfferLine,
  PersonAnswers,
} from '#app/pages/orders/new-order-parts.tsx';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { type EventOption, optionsOf, useEvents } from '#app/parts/events.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { EventIcon } from '#app/parts/icons.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { EmptyState, ErrorNote, Loaded, NextPage } from '#app/parts/states.tsx';
import { mayLeave } from '#app/parts/unsaved.tsx';

/** Creates a paid order by hand. */
export function Page() {
  const t = useMessages('newOrder');
  const navigation = useMessages('navigation');
  const events = useEvents();
  return (
    <PageFrame
      title={t.title}
      description={t.description}
      back={{ to: '/organizers/$organizer/orders', title: navigation.orders }}
      width="narrow"
    >
      <Loaded query={events}>{(list) => <ChooseEvent events={list} />}</Loaded>
    </PageFrame>
  );
}

function ChooseEvent({ events }: { readonly events: readonly EventOption[] }) {
  const t = useMessages('newOrder');
  const published = events.filter(({ status }) => status === 'published');
  const [eventId, setEventId] = useState<string | null>(published.length === 1 ? (published[0]?.id ?? null) : null);
  // The form of a chosen event stays, also if the event is withdrawn while it is filled in.
  const event = events.find(({ id }) => id === eventId);
  if (event === undefined && published.length === 0) {
    const toEvents = <NextPage to="/organizers/$organizer/events" />;
    return <EmptyState icon={EventIcon} title={t.noEvents} text={t.noEventsText} action={toEvents} />;
  }
  return (
    <>
      <Select
        label={t.event}
        placeholder={t.chooseEvent}
        data={optionsOf(published)}
        value={eventId}
        onChange={async (id) => (await mayLeave()) && setEventId(id)}
        allowDeselect={false}
        searchable={published.length > 8}
      />
      {event !== undefined && <LoadedEvent key={event.id} event={event} />}
    </>
  );
}

/** Loads what the persons of the event are asked. */
function LoadedEvent({ event }: { readonly event: EventOption }) {
  const { slug } = useOrganizer();
  const details = useQuery(eventQuery(slug, event.id));
  const questions = useQuery(questionsQuery(slug, event.id));
  return (
    <Loaded query={details}>
      {(stored) => (
        <Loaded query={questions}>
          {({ data }) => (
            <NewOrder event={event} details={stored} questions={data.filter(({ isArchived }) => !isArchived)} />
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

interface Values extends Record<string, unknown> {
  sale: string;
  email: string;
  name: string;
  phone: string;
  /** By the id of the ticket type or the add-on. */
  quantities: Readonly<Record<string, number>>;
  /** By the key of the place. */
  holders: Readonly<Record<string, HolderName>>;
  /** The quantities of the add-ons of holders, by the key of the place and the id of the add-on. */
  holderAddons: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** By the key of the place, and `buyer`. */
  answers: Readonly<Record<string, AnswerValues>>;
}

function cartOf(event: EventOption, quantities: Values['quantities']) {
  const lines = (offers: EventOption['addons']) =>
    offers.flatMap(({ id }) => (quantities[id] ? [{ id, quantity: quantities[id] }] : []));
  return {
    eventId: event.id,
    items: lines(event.ticketTypes).map(({ id, quantity }) => ({ ticketTypeId: id, quantity })),
    addons: lines(event.addons).map(({ id, quantity }) => ({ addonId: id, quantity })),
  };
}

/** The tickets of a cart, each of which can have a holder with add-ons. */
function placesOf({ items }: ReturnType<typeof cartOf>, holderAddons: Values['holderAddons']) {
  return items.flatMap(({ ticketTypeId, quantity }) =>
    Array.from({ length: quantity }, (_, index) => {
      const key = `${ticketTypeId} ${index}`;
      const chosen = Object.entries(holderAddons[key] ?? {}).filter(([, count]) => count > 0);
      const addons = chosen.map(([addonId, count]) => ({ addonId, quantity: count }));
      return { ticketTypeId, key, number: index + 1, addons };
    }),
  );
}

function NewOrder({
  event,
  details,
  questions,
}: {
  readonly event: EventOption;
  readonly details: StoredEvent;
  readonly questions: readonly Question[];
}) {
  const t = useMessages('newOrder');
  const navigation = useMessages('navigation');
  const parts = useMessages('parts');
  const { formats } = useLanguage();
  const { slug } = useOrganizer();
  const can = useCan();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const partsOfName = nameParts(details);
  const form = useApiForm<Values, { orderNumber: string; isMailed: boolean }>({
    initialValues: {
      sale: 'box_office',
      email: '',
      name: '',
      phone: '',
      quantities: {},
      holders: {},
      holderAddons: {},
      answers: {},
    },
    submit: async ({ sale, email, name, phone, quantities, holders, holderAddons, answers }, { headers }) => {
      const cart = cartOf(event, quantities);
      const attendees = placesOf(cart, holderAddons).map(({ ticketTypeId, key, addons }) => ({
        ticketTypeId,
        ...Object.fromEntries(partsOfName.map((part) => [part, holders[key]?.[part] || null])),
        answers: answers[key] ?? {},
        addons,
      }));
      const body = {
        ...cart,
        sale,
        attendees,
        buyer: { email: email || null, name: name || null, phone: phone || null, answers: answers['buyer'] ?? {} },
      };
      const { orderNumber } = await post<OrderChanged>(organizerPath(slug, 'orders'), body, headers);
      return { orderNumber, isMailed: email !== '' };
    },
    onDone: async ({ orderNumber, isMailed }) => {
      notifyDone(isMailed ? t.created({ number: orderNumber }) : t.createdWithoutMail({ number: orderNumber }));
      await queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'orders'] });
      await navigate({ to: '/organizers/$organizer/orders/$orderNumber', params: { organizer: slug, orderNumber } });
    },
  });
  // In the request, the fields of the buyer are part of an object, and errors have its path.
  const buyerInput = (field: 'email' | 'name' | 'phone') => {
    const name = `buyer.${field}`;
    const { onChange, ...input } = form.input(field);
    const change = (event: ChangeEvent<HTMLInputElement>) => {
      form.fields.clearFieldError(name);
      onChange(event);
    };
    return { ...input, onChange: change, name, error: form.fields.errors[name], autoComplete: 'off' };
  };
  const { sale, quantities, holders, holderAddons, answers } = form.fields.getValues();
  const cart = cartOf(event, quantities);
  const places = placesOf(cart, holderAddons);
  const answersOf = (key: string, path: string, person: Person) => (
    <PersonAnswers
      questions={questions}
      person={person}
      path={path}
      answers={answers[key] ?? {}}
      errors={form.fields.errors}
      onChange={(changed, name) => {
        form.fields.clearFieldError(name);
        form.fields.setFieldValue('answers', { ...form.fields.getValues().answers, [key]: changed });
      }}
    />
  );
  const boughtAddons = [...cart.addons, ...places.flatMap(({ addons }) => addons)].map(({ addonId }) => addonId);
  const bought = [...cart.items.map(({ ticketTypeId }) => ticketTypeId), ...boughtAddons];
  const attendees = places.map(({ ticketTypeId, addons }) => ({ ticketTypeId, addons }));
  const [quoted] = useDebouncedValue(JSON.stringify({ ...cart, attendees, sale }), 250);
  const isEmpty = cart.items.length + cart.addons.length === 0;
  const quote = useQuery({
    queryKey: ['organizer', slug, 'quote', quoted],
    queryFn: () => post<QuotedByHand>(organizerPath(slug, 'orders/quote'), JSON.parse(quoted)),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const total = isEmpty ? undefined : quote.data?.feeBreakdown.total;
  const addonsOfHolders = details.addons.filter(
    ({ status, assignedTo }) => status === 'active' && assignedTo === 'holder',
  );
  const isOfHolder = (offerId: string) => addonsOfHolders.some(({ id }) => id === offerId);
  const offers = [...event.ticketTypes, ...event.addons].filter(
    ({ id, status }) => status === 'active' && !isOfHolder(id),
  );
  const toEvent = can('events:read') && (
    <ButtonLink to="/organizers/$organizer/events/$eventId" params={{ eventId: event.id }} variant="default">
      {parts.toPage({ title: navigation.events })}
    </ButtonLink>
  );
  if (offers.length === 0)
    return <EmptyState icon={EventIcon} title={t.nothingToSell} text={t.nothingToSellText} action={toEvent} />;
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="lg">
        <Radio.Group label={t.sale} {...form.input('sale')}>
          <Stack gap="sm" mt="xs">
            <Radio value="box_office" label={t.boxOffice} description={t.boxOfficeText} />
            <Radio value="complimentary" label={t.complimentary} description={t.complimentaryText} />
          </Stack>
        </Radio.Group>
        <Section title={t.cart}>
          {offers.map((offer) => (
            <OfferLine
              key={offer.id}
              offer={offer}
              currency={event.currency}
              quantity={quantities[offer.id] ?? 0}
              onChange={(quantity) => {
                // The errors of holders name them by their place.
                form.fields.clearErrors();
                form.fields.setFieldValue('quantities', { ...quantities, [offer.id]: quantity });
              }}
            />
          ))}
        </Section>
        <Section title={t.buyer}>
          <TextInput type="email" label={t.email} description={t.emailText} {...buyerInput('email')} />
          <TextInput label={t.name} maxLength={300} {...buyerInput('name')} />
          <TextInput type="tel" label={t.phone} maxLength={50} {...buyerInput('phone')} />
          {answersOf('buyer', 'buyer', { askedOf: 'buyer', offerIds: bought })}
        </Section>
        {places.length > 0 && (
          <Section title={t.holders}>
            {questions.length > 0 && (
              <Text size="sm" c="dimmed">
                {t.answersText}
              </Text>
            )}
            {places.map(({ ticketTypeId, key, number, addons }, index) => {
              const type = details.ticketTypes.find(({ id }) => id === ticketTypeId);
              const label = t.holder({ type: type?.name ?? '', number });
              const ageDay = ageDayOf(type?.ageRule ?? null, details);
              const offerIds = [ticketTypeId, ...addons.map(({ addonId }) => addonId)];
              const chosen = holderAddons[key] ?? {};
              return (
                <Stack key={key} gap="sm" role="group" aria-label={label}>
                  <HolderNameInputs
                    label={label}
                    parts={partsOfName}
                    path={`attendees.${index}`}
                    name={holders[key] ?? {}}
                    errors={form.fields.errors}
                    onChange={(name, path) => {
                      form.fields.clearFieldError(path);
                      form.fields.setFieldValue('holders', { ...holders, [key]: name });
                    }}
                  />
                  {addonsOfHolders.map((addon) => (
                    <OfferLine
                      key={addon.id}
                      offer={addon}
                      currency={event.currency}
                      max={addon.maxPerHolder}
                      quantity={chosen[addon.id] ?? 0}
                      onChange={(quantity) =>
                        form.fields.setFieldValue('holderAddons', {
                          ...holderAddons,
                          [key]: { ...chosen, [addon.id]: quantity },
                        })
                      }
                    />
                  ))}
                  {answersOf(key, `attendees.${index}`, { askedOf: 'holder', offerIds, ageDay })}
                </Stack>
              );
            })}
          </Section>
        )}
        <ErrorNote error={isEmpty ? null : quote.error} />
        <FormEnd
          form={form}
          submit={total === undefined ? t.create : t.createFor({ amount: formats.money(total, event.currency) })}
        />
      </Stack>
    </form>
  );
}
