import { NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { languages } from '@organizer/messages/languages';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { languageName, useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { ClassChangesNote } from './class-changes-note.tsx';
import { type StoredEvent, useEditedEvent, useStoreEvent } from './event-query.ts';
import { fromInput, toInput } from './zoned-time.ts';

/** The values of the inputs. */
function valuesOf(event: StoredEvent) {
  return {
    name: event.name,
    slug: event.slug,
    startsAt: toInput(event.startsAt, event.timezone),
    endsAt: toInput(event.endsAt, event.timezone),
    answersUntil: toInput(event.answersUntil, event.timezone),
    timezone: event.timezone,
    currency: event.currency,
    defaultLanguage: event.defaultLanguage,
    nameFields: event.nameFields,
    venue: {
      name: event.venue?.name ?? '',
      address: event.venue?.address ?? '',
      city: event.venue?.city ?? '',
      country: event.venue?.country ?? '',
    },
    waitingRoom: { admitPerMinute: (event.waitingRoom?.admitPerMinute ?? '') as number | '' },
  };
}

type Values = ReturnType<typeof valuesOf>;

/** When and where an event is, and how it is sold. Only changed fields are sent. */
export function DetailsSection({
  event,
  isChangeable,
}: {
  readonly event: StoredEvent;
  readonly isChangeable: boolean;
}) {
  const t = useMessages('events');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const store = useStoreEvent();
  const form = useApiForm<Values, StoredEvent>({
    initialValues: valuesOf(event),
    edited: useEditedEvent(event, valuesOf),
    timeZone: ({ timezone }) => timezone,
    submit: (values, { before, headers }) =>
      patch<StoredEvent>(organizerPath(slug, `events/${event.id}`), bodyOf(before, values), headers),
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  /** The properties of the input of a field of the venue. */
  const venueInput = (name: keyof Values['venue']) => ({ dir: 'auto', ...form.input(`venue.${name}`) });
  const zoneText = t.inZone({ zone: form.fields.getValues().timezone });
  return (
    <Section title={t.details}>
      <form onSubmit={form.onSubmit} noValidate>
        <fieldset disabled={!isChangeable} className="plain-fieldset">
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <TextInput label={t.name} dir="auto" required {...form.input('name')} />
              <TextInput label={t.slug} description={t.slugText} inputWrapperOrder={order} {...form.input('slug')} />
              <TextInput
                type="datetime-local"
                label={t.starts}
                description={zoneText}
                inputWrapperOrder={order}
                required
                {...form.input('startsAt')}
              />
              <TextInput
                type="datetime-local"
                label={t.ends}
                description={zoneText}
                inputWrapperOrder={order}
                {...form.input('endsAt')}
              />
              <TextInput label={t.timezone} {...form.input('timezone')} />
              <TextInput label={t.currency} maxLength={3} {...form.input('currency')} />
              <Select
                label={t.defaultLanguage}
                description={t.defaultLanguageText}
                inputWrapperOrder={order}
                data={languages.map((tag) => ({ value: tag, label: languageName(tag) }))}
                allowDeselect={false}
                {...form.input('defaultLanguage')}
              />
              <Select
                label={t.nameFields}
                description={t.nameFieldsText}
                inputWrapperOrder={order}
                data={nameFields.map((value) => ({ value, label: t.nameFieldModes[value] }))}
                allowDeselect={false}
                {...form.input('nameFields')}
              />
              <TextInput label={t.venueName} {...venueInput('name')} />
              <TextInput label={t.address} {...venueInput('address')} />
              <TextInput label={t.city} {...venueInput('city')} />
              <TextInput label={t.country} {...venueInput('country')} />
              <TextInput
                type="datetime-local"
                label={t.answersUntil}
                description={t.answersUntilText}
                inputWrapperOrder={order}
                {...form.input('answersUntil')}
              />
              <NumberInput
                label={t.waitingRoom}
                description={t.waitingRoomText}
                inputWrapperOrder={order}
                placeholder={t.noWaitingRoom}
                min={1}
                allowDecimal={false}
                {...form.input('waitingRoom.admitPerMinute')}
              />
            </SimpleGrid>
            <ClassChangesNote eventId={event.id} time={movedTo(event, form.fields.getValues())} />
            {isChangeable && <FormEnd form={form} submit={t.save} />}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}

/** The new time of an event; null if it does not change or is not valid. The server checks the time zone. */
function movedTo(stored: StoredEvent, { startsAt: input, timezone }: Values) {
  const startsAt = timeOf(input, timezone);
  if (startsAt === null || startsAt === input) return null;
  const isSame = Date.parse(startsAt) === Date.parse(stored.startsAt) && timezone === stored.timezone;
  return isSame ? null : { startsAt, timezone };
}

const nameFields = ['full', 'firstAndLast'] as const;
const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];

function timeOf(text: string, zone: string): string | null {
  try {
    return fromInput(text, zone);
  } catch {
    return text; // The zone is unknown. The server reports it.
  }
}

/** The changes of a form. */
function bodyOf(stored: Values, values: Values) {
  const { venue: initialVenue, waitingRoom: initialRoom, ...initial } = stored;
  const { venue: venueValues, waitingRoom, ...others } = values;
  const { admitPerMinute } = waitingRoom;
  const changed = changedFields(initial, others);
  const changedVenue = Object.entries(changedFields(initialVenue, venueValues));
  const venue = Object.fromEntries(changedVenue.map(([name, value]) => [name, value === '' ? null : value]));
  const { name, slug: newSlug, timezone, currency, defaultLanguage, nameFields } = changed;
  // The times in the inputs are times of the zone, so a new zone changes the times too.
  const { startsAt, endsAt, answersUntil } = timezone === undefined ? changed : values;
  const zone = values.timezone;
  return {
    ...(name === undefined ? {} : { name }),
    ...(newSlug === undefined ? {} : { slug: newSlug }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(currency === undefined ? {} : { currency }),
    ...(defaultLanguage === undefined ? {} : { defaultLanguage }),
    ...(nameFields === undefined ? {} : { nameFields }),
    ...(startsAt === undefined ? {} : { startsAt: timeOf(startsAt, zone) ?? '' }),
    ...(endsAt === undefined ? {} : { endsAt: timeOf(endsAt, zone) }),
    ...(answersUntil === undefined ? {} : { answersUntil: timeOf(answersUntil, zone) }),
    ...(Object.keys(venue).length === 0 ? {} : { venue }),
    ...(admitPerMinute === initialRoom.admitPerMinute
      ? {}
      : { waitingRoom: admitPerMinute === '' ? null : waitingRoom }),
  };
}
