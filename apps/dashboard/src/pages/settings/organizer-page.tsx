import { NumberInput, SimpleGrid, Stack, Table, Textarea, TextInput } from '@mantine/core';
import type { HoldLimits, OrganizerProfile, OrganizerSettings } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { partMessages } from '#app/messages/parts.ts';
import { settingsMessages } from '#app/messages/settings.ts';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { get, organizerPath, patch } from '#app/parts/api.ts';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';

type Setting = keyof OrganizerProfile;

const contactSettings: readonly Setting[] = [
  'contactEmail',
  'contactPhone',
  'websiteUrl',
  'imprintUrl',
  'termsUrl',
  'privacyUrl',
  'replyTo',
  'logoUrl',
  'accentColor',
];
const transferSettings: readonly Setting[] = ['accountHolder', 'iban', 'bic', 'paymentText'];

/** The settings of the organizer. */
export function Page() {
  const t = useMessages(settingsMessages);
  const { slug } = useOrganizer();
  const settings = useQuery({
    queryKey: ['organizer', slug, 'settings'],
    queryFn: ({ signal }) => get<OrganizerSettings>(organizerPath(slug, 'settings'), {}, signal),
  });
  return (
    <PageFrame title={t.title} description={t.description} width="narrow">
      <Loaded query={settings}>{(data) => <Sections settings={data} />}</Loaded>
    </PageFrame>
  );
}

function Sections({ settings }: { readonly settings: OrganizerSettings }) {
  const t = useMessages(settingsMessages);
  const { name, slug, currency, timezone } = settings;
  return (
    <>
      <Section title={t.identity} text={t.identityText}>
        <Facts
          label={t.identity}
          facts={[
            [t.name, <bdi key="name">{name}</bdi>],
            [t.slug, slug],
            [t.currency, currency],
            [t.timezone, timezone],
          ]}
        />
      </Section>
      <ProfileSection settings={settings} title={t.contact} text={t.contactText} names={contactSettings} />
      <ProfileSection settings={settings} title={t.transfer} text={t.transferText} names={transferSettings} />
      <FeesSection settings={settings} />
      <LimitsSection limits={settings.holdLimits} />
    </>
  );
}

function Facts({
  label,
  facts,
}: {
  readonly label: string;
  readonly facts: readonly (readonly [string, ReactNode])[];
}) {
  return (
    <Table aria-label={label}>
      <Table.Tbody>
        {facts.map(([title, value]) => (
          <Table.Tr key={title}>
            <Table.Th scope="row" w="40%">
              {title}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface ProfileSectionProps {
  readonly settings: OrganizerSettings;
  readonly title: string;
  readonly text: string;
  readonly names: readonly Setting[];
}

function ProfileSection({ settings, title, text, names }: ProfileSectionProps) {
  const t = useMessages(settingsMessages);
  const parts = useMessages(partMessages);
  const { slug } = useOrganizer();
  const can = useCan();
  const queryClient = useQueryClient();
  const initialValues = Object.fromEntries(names.map((name) => [name, settings.profile[name] ?? ''])) as Record<
    Setting,
    string
  >;
  const form = useApiForm({
    initialValues,
    submit: (values) => patch<OrganizerSettings>(organizerPath(slug, 'settings/profile'), values),
    onDone: (changed) => {
      queryClient.setQueryData(['organizer', slug, 'settings'], changed);
      notifyDone(parts.saved);
    },
  });
  return (
    <Section title={title} text={text}>
      <form onSubmit={form.onSubmit} noValidate>
        <fieldset disabled={!can('organizer:write')} className="plain-fieldset">
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {names
                .filter((name) => name !== 'paymentText')
                .map((name) => (
                  <TextInput key={name} label={t.settings[name]} {...form.input(name)} />
                ))}
            </SimpleGrid>
            {names.includes('paymentText') && (
              <Textarea label={t.settings.paymentText} autosize minRows={2} {...form.input('paymentText')} />
            )}
            {can('organizer:write') && <FormEnd form={form} submit={t.save} />}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}

function FeesSection({ settings: { feePolicy, currency } }: { readonly settings: OrganizerSettings }) {
  const t = useMessages(settingsMessages);
  const { locale, formats } = useLanguage();
  const percentFormat = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 });
  const percent = (basisPoints: number) => percentFormat.format(basisPoints / 10_000);
  const fee = (basisPoints: number, fixed: number) => t.feeOf(percent(basisPoints), formats.money(fixed, currency));
  return (
    <Section title={t.fees} text={t.feesText}>
      <Facts
        label={t.fees}
        facts={[
          [t.platformFee, fee(feePolicy.platformFeeBps, feePolicy.platformFeeFixed)],
          [t.paymentFee, fee(feePolicy.paymentFeeBps, feePolicy.paymentFeeFixed)],
          [t.tax, `${percent(feePolicy.taxBps)}, ${t.taxMode[feePolicy.taxMode]}`],
          [t.paidBy, t.payers[feePolicy.paidBy]],
        ]}
      />
    </Section>
  );
}

function LimitsSection({ limits }: { readonly limits: HoldLimits }) {
  const t = useMessages(settingsMessages);
  const parts = useMessages(partMessages);
  const { slug } = useOrganizer();
  const can = useCan();
  const queryClient = useQueryClient();
  const form = useApiForm<{ perAddress: number | string; perEmail: number | string }, HoldLimits>({
    initialValues: { perAddress: limits.perAddress ?? '', perEmail: limits.perEmail ?? '' },
    submit: ({ perAddress, perEmail }) =>
      patch<HoldLimits>(organizerPath(slug, 'settings/hold-limits'), {
        perAddress: perAddress === '' ? null : perAddress,
        perEmail: perEmail === '' ? null : perEmail,
      }),
    onDone: () => {
      queryClient.invalidateQueries({ queryKey: ['organizer', slug, 'settings'] });
      notifyDone(parts.saved);
    },
  });
  return (
    <Section title={t.limits} text={t.limitsText}>
      <form onSubmit={form.onSubmit} noValidate>
        <fieldset disabled={!can('organizer:write')} className="plain-fieldset">
          <Stack>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              {(['perAddress', 'perEmail'] as const).map((name) => (
                <NumberInput
                  key={name}
                  label={t[name]}
                  placeholder={t.serviceDefault}
                  min={0}
                  allowDecimal={false}
                  {...form.input(name)}
                />
              ))}
            </SimpleGrid>
            {can('organizer:write') && <FormEnd form={form} submit={t.save} />}
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}
