import { NumberInput, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { Event as EventDetails } from '@organizer/shared/dashboard-api';
import { eventMessages } from '#app/messages/events.ts';
import { partMessages } from '#app/messages/parts.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { Section } from '#app/parts/section.tsx';
import { changedFields } from './changed-fields.ts';
import { useStoreEvent } from './use-store-event.ts';
import { fromInput, toInput } from './zoned-time.ts';

interface DetailsProps {
  readonly event: EventDetails;
  readonly isChangeable: boolean;
}

/** The fields of an event. If they are changed elsewhere, the form shows the new values. */
export function DetailsSection(props: DetailsProps) {
  // A change of anything else, such as a ticket type, does not discard what the user has entered.
  return <DetailsForm key={JSON.stringify(valuesOf(props.event))} {...props} />;
}

/** The values of the inputs. */
function valuesOf(event: EventDetails) {
  return {
    name: event.name,
    slug: event.slug,
    description: event.description ?? '',
    startsAt: toInput(event.startsAt, event.timezone),
    endsAt: toInput(event.endsAt, event.timezone),
    timezone: event.timezone,
    currency: event.currency,
    venue: {
      name: event.venue?.name ?? '',
      address: event.venue?.address ?? '',
      city: event.venue?.city ?? '',
      country: event.venue?.country ?? '',
    },
    waitingRoom: { admitPerMinute: (event.waitingRoom?.admitPerMinute ?? '') as number | '' },
  };
}

/** Only changed fields are sent. */
function DetailsForm({ event, isChangeable }: DetailsProps) {
  const t = useMessages(eventMessages);
  const parts = useMessages(partMessages);
  const { slug } = useOrganizer();
  const store = useStoreEvent();
  const initialValues = valuesOf(event);
  const form = useApiForm({
    initialValues,
    submit: (values) => patch<EventDetails>(organizerPath(slug, `events/${event.id}`), bodyOf(values)),
    onDone: (changed) => {
      store(changed);
      notifyDone(parts.saved);
    },
  });
  const bodyOf = (values: typeof initialValues) => {
    const { venue: initialVenue, waitingRoom: initialRoom, ...initial } = initialValues;
    const { venue: venueValues, waitingRoom, ...others } = values;
    const { admitPerMinute } = waitingRoom;
    const changed = changedFields(initial, others);
    const changedVenue = Object.entries(changedFields(initialVenue, venueValues));
    const venue = Object.fromEntries(changedVenue.map(([name, value]) => [name, value === '' ? null : value]));
    const { name, slug: newSlug, description, timezone, currency } = changed;
    // The times in the inputs are times of the zone, so a new zone changes the times too.
    const { startsAt, endsAt } = timezone === undefined ? changed : values;
    const zone = values.timezone;
    return {
      ...(name === undefined ? {} : { name }),
      ...(newSlug === undefined ? {} : { slug: newSlug }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(currency === undefined ? {} : { currency }),
      ...(startsAt === undefined ? {} : { startsAt: timeOf(startsAt, zone) ?? '' }),
      ...(endsAt === undefined ? {} : { endsAt: timeOf(endsAt, zone) }),
      ...(Object.keys(venue).length === 0 ? {} : { venue }),
      ...(admitPerMinute === initialRoom.admitPerMinute
        ? {}
        : { waitingRoom: admitPerMinute === '' ? null : waitingRoom }),
    };
  };
  /** The properties of the input of a field of the venue. */
  const venueInput = (name: keyof typeof initialValues.venue) => ({
    name: `venue.${name}`,
    dir: 'auto',
    ...form.fields.getInputProps(`venue.${name}`),
  });
  const zoneText = t.inZone(form.fields.getValues().timezone);
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
              <TextInput label={t.venueName} {...venueInput('name')} />
              <TextInput label={t.address} {...venueInput('address')} />
              <TextInput label={t.city} {...venueInput('city')} />
              <TextInput label={t.country} {...venueInput('country')} />
              <NumberInput
                label={t.waitingRoom}
                description={t.waitingRoomText}
                inputWrapperOrder={order}
                placeholder={t.noWaitingRoom}
                min={1}
                allowDecimal={false}
                name="waitingRoom.admitPerMinute"
                {...form.fields.getInputProps('waitingRoom.admitPerMinute')}
              />
            </SimpleGrid>
            <Textarea
              label={t.descriptionField}
              dir="auto"
              autosize
              minRows={3}
              maxRows={14}
              {...form.input('description')}
            />
            {isChangeable && <FormEnd form={form} submit={t.save} />}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}

const order = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[];

function timeOf(text: string, zone: string): string | null {
  try {
    return fromInput(text, zone);
  } catch {
    return text; // The zone is unknown. The server reports it.
  }
}
