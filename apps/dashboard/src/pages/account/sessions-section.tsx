import { Badge, Button, Group } from '@mantine/core';
import type { Session, SessionList } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { describeBrowser } from '#app/pages/account/describe-browser.ts';
import { accountQuery } from '#app/parts/account.ts';
import { get, post, remove } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { type Column, Rows } from '#app/parts/list-table.tsx';
import { notifyDone } from '#app/parts/notify.ts';
import { RowButton } from '#app/parts/row-button.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

/** The sessions of the user, each of which can be ended. */
export function SessionsSection() {
  const t = useMessages('account');
  const parts = useMessages('parts');
  const confirm = useConfirm();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const queryKey = [...accountQuery.queryKey, 'sessions'];
  const sessions = useQuery({
    queryKey,
    queryFn: ({ signal }) => get<SessionList>('account/sessions', {}, signal),
  });
  const browserOf = ({ userAgent }: Session) => describeBrowser(userAgent, t) ?? t.unknownBrowser;
  const end = async ({ id }: Session) => {
    await remove(`account/sessions/${id}`);
    await queryClient.invalidateQueries({ queryKey });
    notifyDone(t.sessionEnded);
  };
  const endAll = async (all: readonly Session[]) => {
    await Promise.all(all.filter(({ isCurrent }) => !isCurrent).map(({ id }) => remove(`account/sessions/${id}`)));
    await post('account/sign-out');
    await navigate({ to: '/sign-in', ignoreBlocker: true });
    queryClient.clear();
  };
  const columns: readonly Column<Session>[] = [
    {
      key: 'browser',
      title: t.browser,
      cell: (session) => (
        <Group gap="xs">
          {browserOf(session)}
          {session.isCurrent && (
            <Badge variant="light" size="sm">
              {t.thisSession}
            </Badge>
          )}
        </Group>
      ),
    },
    { key: 'address', title: t.ipAddress, cell: ({ ipAddress }) => ipAddress },
    { key: 'used', title: t.lastUsed, cell: ({ lastUsedAt }) => <Time at={lastUsedAt} as="relative" /> },
    {
      key: 'end',
      title: parts.actions,
      align: 'end',
      cell: (session) =>
        !session.isCurrent && (
          <RowButton
            label={t.endSession({ browser: browserOf(session) })}
            onClick={() =>
              confirm({
                title: t.end,
                text: t.endSession({ browser: browserOf(session) }),
                action: t.end,
                run: () => end(session),
              })
            }
          >
            {t.end}
          </RowButton>
        ),
    },
  ];
  return (
    <Section title={t.sessions} text={t.sessionsText}>
      <Loaded query={sessions}>
        {({ data }) => (
          <>
            <Rows rows={data} label={t.sessions} columns={columns} rowKey={({ id }) => id} />
            <Group justify="flex-end">
              <Button
                variant="default"
                onClick={() =>
                  confirm({
                    title: t.signOutEverywhere,
                    text: t.signOutEverywhereText,
                    action: t.signOutEverywhere,
                    run: () => endAll(data),
                  })
                }
              >
                {t.signOutEverywhere}
              </Button>
            </Group>
          </>
        )}
      </Loaded>
    </Section>
  );
}
