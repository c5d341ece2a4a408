import { Alert, Badge, Button, Group, List, Stack, Text } from '@mantine/core';
import type { MemberList } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { InviteButton } from '#app/pages/settings/invite-dialog.tsx';
import { LimitsSection } from '#app/pages/settings/limits-section.tsx';
import { InvitationSection, MemberTable } from '#app/pages/settings/member-tables.tsx';
import { contactSettings, ProfileSection, transferSettings } from '#app/pages/settings/profile-section.tsx';
import { ReversalSection } from '#app/pages/settings/reversal-section.tsx';
import { type Settings, useSettings, useStoreSettings } from '#app/pages/settings/use-settings.ts';
import { type OrganizerAccess, operatorAccess } from '#app/parts/access.ts';
import { accountQuery, useAccount } from '#app/parts/account.ts';
import { membersQuery } from '#app/parts/actors.tsx';
import { hasReason, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { AlertIcon, MembersIcon, OrganizerIcon } from '#app/parts/icons.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { ButtonLink } from '#app/parts/link.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { PageTabs } from '#app/parts/page-tabs.tsx';
import { EmptyState, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';
import { FeesSection } from './fees-section.tsx';
import { SettlementsTab } from './settlements-tab.tsx';

/** An organizer, for the operator. */
export function Page() {
  const t = useMessages('operator');
  const { slug } = useParams({ from: '/frame/operator/organizers/$slug' });
  const settings = useSettings(operatorAccess({ slug, name: '' }));
  const organizer = settings.data;
  if (hasReason(settings.error, 'organizer_not_found')) return <UnknownOrganizer slug={slug} />;
  return (
    <PageFrame
      title={organizer?.name ?? slug}
      back={{ to: '/operator/organizers', title: t.title }}
      {...(organizer && { description: <Summary organizer={organizer} />, actions: <Actions organizer={organizer} /> })}
    >
      <Loaded query={settings}>{(data) => <Content organizer={data} />}</Loaded>
    </PageFrame>
  );
}

function UnknownOrganizer({ slug }: { readonly slug: string }) {
  const t = useMessages('operator');
  const action = (
    <ButtonLink to="/operator/organizers" variant="default">
      {t.toList}
    </ButtonLink>
  );
  return (
    <PageFrame title={slug}>
      <EmptyState icon={OrganizerIcon} title={t.unknown} text={t.unknownText} action={action} />
    </PageFrame>
  );
}

function Summary({ organizer: { slug, currency, timezone, createdAt, suspendedAt } }: OrganizerProps) {
  const t = useMessages('operator');
  return (
    <>
      {suspendedAt !== null && (
        <Badge variant="light" color="orange" mr="xs">
          {t.statuses.suspended}
        </Badge>
      )}
      {slug} · {currency} · {timezone} · {t.created} <Time at={createdAt} as="day" />
    </>
  );
}

interface OrganizerProps {
  readonly organizer: Settings;
}

function Actions({ organizer }: OrganizerProps) {
  const t = useMessages('operator');
  const account = useAccount();
  const confirm = useConfirm();
  const change = useChangeSuspension(organizer);
  const { slug, name, suspendedAt } = organizer;
  const suspend = () =>
    confirm({
      title: t.suspendTitle({ name }),
      text: <Consequences />,
      action: t.suspend,
      run: () => change('suspend', t.suspended({ name })),
    });
  const resume = () =>
    confirm({
      title: t.resumeTitle({ name }),
      text: t.resumeText,
      action: t.resume,
      kind: 'normal',
      run: () => change('resume', t.resumed({ name })),
    });
  return (
    <>
      {account.organizers.some((membership) => membership.slug === slug) && (
        <ButtonLink to="/organizers/$organizer" params={{ organizer: slug }} variant="default">
          {t.openDashboard}
        </ButtonLink>
      )}
      {suspendedAt === null ? (
        <Button variant="light" color="red" onClick={suspend}>
          {t.suspend}
        </Button>
      ) : (
        <Button onClick={resume}>{t.resume}</Button>
      )}
    </>
  );
}

/** Returns a function that suspends or resumes an organizer, and then shows a notice. */
function useChangeSuspension({ slug, name }: Settings) {
  const queryClient = useQueryClient();
  const access = operatorAccess({ slug, name });
  const store = useStoreSettings(access);
  return async (action: 'suspend' | 'resume', notice: string) => {
    store(await post<Settings>(access.path(action)));
    queryClient.invalidateQueries({ queryKey: ['operator', 'organizers'] });
    queryClient.invalidateQueries({ queryKey: ['operator', 'payouts'] });
    queryClient.invalidateQueries(accountQuery);
    notifyDone(notice);
  };
}

function Consequences() {
  const t = useMessages('operator');
  const list = (title: string, items: readonly string[]) => (
    <div>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <List size="sm">
        {items.map((item) => (
          <List.Item key={item}>{item}</List.Item>
        ))}
      </List>
    </div>
  );
  return (
    <Stack gap="sm">
      {list(t.stops, Object.values(t.stopping))}
      {list(t.continues, Object.values(t.continuing))}
    </Stack>
  );
}

function Content({ organizer }: OrganizerProps) {
  const t = useMessages('operator');
  const search = useSearch({ from: '/frame/operator/organizers/$slug' });
  const access = operatorAccess(organizer);
  const { suspendedAt } = organizer;
  const tabs = [
    { name: 'members', title: t.tabs.members, content: <MembersTab access={access} /> },
    {
      name: 'settlements',
      title: t.tabs.settlements,
      content: <SettlementsTab access={access} organizer={organizer} />,
    },
    { name: 'settings', title: t.tabs.settings, content: <SettingsTab access={access} organizer={organizer} /> },
  ];
  return (
    <>
      {suspendedAt !== null && (
        <Alert color="orange" icon={<AlertIcon />} title={t.suspendedTitle}>
          {t.suspendedSince} <Time at={suspendedAt} />.
        </Alert>
      )}
      <PageTabs tabs={tabs} search={search} />
    </>
  );
}

function MembersTab({ access }: { readonly access: OrganizerAccess }) {
  const list = useQuery(membersQuery(access));
  return (
    <Loaded query={list}>
      {(data) => (
        <Stack gap="lg">
          <MemberSection access={access} list={data} />
          {data.invitations.length > 0 && <InvitationSection access={access} invitations={data.invitations} />}
        </Stack>
      )}
    </Loaded>
  );
}

function MemberSection({ access, list }: { readonly access: OrganizerAccess; readonly list: MemberList }) {
  const t = useMessages('operator');
  if (list.members.length === 0) {
    return (
      <EmptyState
        icon={MembersIcon}
        title={t.noMembers}
        text={list.invitations.length === 0 ? t.noMembersText : t.invited}
        action={<InviteButton access={access} firstRole="owner" />}
      />
    );
  }
  return (
    <>
      <Group justify="flex-end">
        <InviteButton access={access} />
      </Group>
      <MemberTable access={access} members={list.members} />
    </>
  );
}

function SettingsTab({ access, organizer }: OrganizerProps & { readonly access: OrganizerAccess }) {
  const t = useMessages('settings');
  const profile = { access, settings: organizer };
  return (
    <Stack gap="lg" className="page-narrow">
      <FeesSection access={access} organizer={organizer} />
      <LimitsSection access={access} settings={organizer} />
      <ReversalSection access={access} settings={organizer} />
      <ProfileSection {...profile} title={t.contact} text={t.contactText} names={contactSettings} />
      <ProfileSection {...profile} title={t.transfer} text={t.transferText} names={transferSettings} />
    </Stack>
  );
}
