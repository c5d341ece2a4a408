import {
  Button,
  Input,
  NumberInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { Addon, TicketType } from '@organizer/shared/dashboard-api';
import { currencyDecimals } from '@organizer/shared/formats';
import { useQueryClient } from '@tanstack/react-query';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath, patch, post, remove } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { DecimalInput } from '#app/parts/decimal-input.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { type ApiForm, FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { changedFields } from '#app/parts/merge-values.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { BibsFields, type BibsValues, bibsBody, bibsValues } from './bibs-fields.tsx';
import { translationsOfCategory } from './category-translations.ts';
import { eventQuery, type StoredEvent, useEditedEvent, useStoreEvent } from './event-query.ts';
import { HolderRuleFields, type HolderRuleValues, holderRuleBody, holderRuleValues } from './holder-rules.tsx';
import { type Offer, type OfferKind, offerPaths } from './offers.ts';
import { fromInput, toInput } from './zoned-time.ts';

interface OfferDialogProps {
  readonly event: StoredEvent;
  readonly kind: OfferKind;
  /** The offer to change; null for a new one. */
  readonly offer: Offer | null;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Adds or changes a ticket type or an add-on. */
export function OfferDialog({ opened, onClose, ...props }: OfferDialogProps) {
  const t = useMessages('events');
  const isTicket = props.kind === 'ticketTypes';
  const title = isTicket
    ? props.offer === null
      ? t.addTicketType
      : t.editTicketType
    : props.offer === null
      ? t.addAddon
      : t.editAddon;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} size="lg">
      <OfferForm {...props} onDone={onClose} />
    </Dialog>
  );
}

/** The values of inputs. Empty text is null in the API. */
type Values = Record<string, unknown>;

type FormProps = Omit<OfferDialogProps, 'opened' | 'onClose'> & { readonly onDone: () => void };

function OfferForm({ event, kind, offer, onDone }: FormProps) {
  const t = useMessages('events');
  const parts = useMessages('parts');
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  const { currency, timezone } = event;
  const decimals = currencyDecimals(currency);
  const isTicket = kind === 'ticketTypes';
  const valuesIn = (version: StoredEvent) => {
    const stored = version[kind].find(({ id }) => id === offer?.id) ?? offer;
    return isTicket
      ? ticketTypeValues(stored as TicketType | null, decimals, timezone)
      : addonValues(stored as Addon | null, decimals);
  };
  const edited = useEditedEvent(event, valuesIn);
  const path = organizerPath(slug, `events/${event.id}/${offerPaths[kind]}`);
  const form = useApiForm<Values, Offer>({
    initialValues: valuesIn(event),
    edited:
      offer === null
        ? undefined
        : {
            ...edited,
            textOf: (name, value) => {
              if (name === 'holderName') return t.holderNames[value as TicketType['holderName']];
              return name === 'status' ? t.offerStatuses[value as Offer['status']] : undefined;
            },
          },
    timeZone: () => timezone,
    submit: (values, { before, headers }) => {
      const sent = offer === null ? values : changedFields(before, values);
      const { category } = sent as Values;
      const others = event.ticketTypes.filter(({ id }) => id !== offer?.id);
      const body = {
        ...bodyOf(sent as Values, decimals, timezone, offer === null),
        ...(typeof category === 'string' && { translations: translationsOfCategory(category, others) }),
      };
      return offer === null ? post<Offer>(path, body, headers) : patch<Offer>(`${path}/${offer.id}`, body, headers);
    },
    onDone: () => {
      queryClient.invalidateQueries(eventQuery(slug, event.id));
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'events'] });
      notifyDone(parts.saved);
      onDone();
    },
  });
  const zoneText = t.inZone({ zone: timezone });
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack>
        <TextInput label={t.name} dir="auto" required data-autofocus {...form.input('name')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <DecimalInput
            label={`${t.price} (${currency})`}
            required
            decimals={decimals}
            fixed
            {...form.input('price')}
          />
          <NumberInput
            label={t.quantity}
            placeholder={t.unlimited}
            min={0}
            allowDecimal={false}
            {...form.input('quantity')}
          />
          {isTicket ? (
            <>
              <NumberInput label={t.minPerOrder} min={1} allowDecimal={false} {...form.input('minPerOrder')} />
              <NumberInput
                label={t.maxPerOrder}
                placeholder={t.maxPerOrderText}
                min={1}
                allowDecimal={false}
                {...form.input('maxPerOrder')}
              />
              <TextInput
                type="datetime-local"
                label={t.salesStart}
                description={zoneText}
                {...form.input('salesStartAt')}
              />
              <TextInput
                type="datetime-local"
                label={t.salesEnd}
                description={zoneText}
                {...form.input('salesEndAt')}
              />
              <TextInput
                type="datetime-local"
                label={t.typeStart}
                description={t.typeStartText}
                {...form.input('startsAt')}
              />
            </>
          ) : (
            <>
              <TextInput label={t.type} description={t.typeText} {...form.input('type')} />
              <NumberInput
                label={t.units}
                description={t.unitsText}
                min={1}
                allowDecimal={false}
                {...form.input('unitsPerPurchase')}
              />
              <Select
                label={t.assignedTo}
                description={t.assignedToText}
                allowDeselect={false}
                data={(['order', 'holder'] as const).map((value) => ({ value, label: t.assignments[value] }))}
                {...form.input('assignedTo')}
              />
              {form.fields.getValues()['assignedTo'] === 'holder' && (
                <NumberInput
                  label={t.maxPerHolder}
                  min={1}
                  max={50}
                  allowDecimal={false}
                  {...form.input('maxPerHolder')}
                />
              )}
            </>
          )}
        </SimpleGrid>
        {isTicket && (
          <>
            <Switch label={t.showsQuantityLeft} {...form.input('showsQuantityLeft', { type: 'checkbox' })} />
            <BibsFields form={form} />
            <TextInput label={t.category} dir="auto" {...form.input('category')} />
            <Select
              label={t.holderName}
              description={t.holderNameText}
              allowDeselect={false}
              data={(['required', 'optional', 'none'] as const).map((value) => ({
                value,
                label: t.holderNames[value],
              }))}
              {...form.input('holderName')}
            />
            <HolderRuleFields form={form as ApiForm<HolderRuleValues & Values>} />
            <Textarea label={t.descriptionField} dir="auto" autosize minRows={2} {...form.input('description')} />
          </>
        )}
        {offer !== null && (
          <Input.Wrapper error={form.input('status').error}>
            <SegmentedControl
              fullWidth
              aria-label={t.status}
              data={(['active', 'archived'] as const).map((value) => ({ value, label: t.offerStatuses[value] }))}
              value={String(form.fields.getValues()['status'])}
              onChange={(status) => form.fields.setFieldValue('status', status)}
            />
          </Input.Wrapper>
        )}
        <FormEnd
          form={form}
          submit={t.save}
          others={offer !== null && <DeleteButton {...{ event, kind, offer, onDone }} />}
        />
      </Stack>
    </form>
  );
}

/** Deletes an offer of which nothing was sold. */
function DeleteButton({ event, kind, offer, onDone }: FormProps & { readonly offer: Offer }) {
  const t = useMessages('events');
  const { slug } = useOrganizer();
  const confirm = useConfirm();
  const store = useStoreEvent();
  if (offer.sold + offer.reserved > 0) return null;
  const run = async () => {
    store(await remove<StoredEvent>(organizerPath(slug, `events/${event.id}/${offerPaths[kind]}/${offer.id}`)));
    notifyDone(t.deleted({ name: offer.name }));
  };
  // The question would be below the dialog of the form.
  const ask = () => {
    onDone();
    confirm({ title: t.deleteTitle({ name: offer.name }), text: t.deleteText, action: t.delete, run });
  };
  return (
    <Button variant="subtle" color="red" mr="auto" onClick={ask}>
      {t.delete}
    </Button>
  );
}

const priceOf = (offer: Offer | null, decimals: number) => (offer === null ? '' : offer.price / 10 ** decimals);

function ticketTypeValues(offer: TicketType | null, decimals: number, timezone: string): Values {
  return {
    name: offer?.name ?? '',
    price: priceOf(offer, decimals),
    quantity: offer?.quantity ?? '',
    minPerOrder: offer?.minPerOrder ?? 1,
    maxPerOrder: offer?.maxPerOrder ?? '',
    salesStartAt: toInput(offer?.salesStartAt ?? null, timezone),
    salesEndAt: toInput(offer?.salesEndAt ?? null, timezone),
    startsAt: toInput(offer?.startsAt ?? null, timezone),
    showsQuantityLeft: offer?.showsQuantityLeft ?? false,
    bibs: bibsValues(offer),
    category: offer?.category ?? '',
    holderName: offer === null ? 'required' : offer.holderName,
    ...holderRuleValues(offer),
    description: offer?.description ?? '',
    status: offer?.status ?? 'active',
  };
}

function addonValues(offer: Addon | null, decimals: number): Values {
  return {
    name: offer?.name ?? '',
    price: priceOf(offer, decimals),
    quantity: offer?.quantity ?? '',
    type: offer?.type ?? 'other',
    unitsPerPurchase: offer?.unitsPerPurchase ?? 1,
    assignedTo: offer?.assignedTo ?? 'order',
    maxPerHolder: offer?.maxPerHolder ?? '',
    status: offer?.status ?? 'active',
  };
}

/** The fields whose values are times. */
const times: ReadonlySet<string> = new Set(['salesStartAt', 'salesEndAt', 'startsAt']);

/** The body of a request. A new offer has no empty fields, so that they get their defaults; without bibs, `bibs` is null. */
function bodyOf(values: Values, decimals: number, timezone: string, isNew: boolean): Record<string, unknown> {
  const fields = Object.entries(values).map(([name, value]) => {
    if (name === 'bibs') return [name, bibsBody(value as BibsValues)] as const;
    if (name === 'price' && value !== '') return [name, Math.round(Number(value) * 10 ** decimals)] as const;
    if (times.has(name)) return [name, fromInput(String(value), timezone)] as const;
    return [name, value === '' && name !== 'name' ? null : value] as const;
  });
  const body = { ...Object.fromEntries(fields), ...holderRuleBody(values) };
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => !isNew || value !== null || name === 'bibs'),
  );
}
