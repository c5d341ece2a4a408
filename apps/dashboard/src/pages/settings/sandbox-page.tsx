import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Sandbox } from '@organizer/shared/dashboard-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { accountQuery, useOrganizer } from '#app/parts/account.ts';
import { organizerPath, post } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { Facts } from '#app/parts/facts.tsx';
import { FormEnd, useApiForm } from '#app/parts/form.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { instantOf, localMinute } from '#app/parts/local-minute.ts';
import { notifyDone } from '#app/parts/notify.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { sandboxQuery, useTestMode } from '#app/parts/sandbox.ts';
import { Section } from '#app/parts/section.tsx';
import { ErrorNote, Loaded } from '#app/parts/states.tsx';
import { Time } from '#app/parts/time.tsx';

const hourMs = 3_600_000;
const stepsMs = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs, month: 30 * 24 * hourMs } as const;

/** The sandbox: its clock and its reset. For a live organizer, what a sandbox is. */
export function Page() {
  const t = useMessages('sandbox');
  const { sandboxOf } = useOrganizer();
  return (
    <PageFrame title={t.title} description={t.description} width="narrow">
      <AboutSection />
      {sandboxOf !== null && <SandboxSections />}
    </PageFrame>
  );
}

function AboutSection() {
  const t = useMessages('sandbox');
  const mode = useTestMode();
  return (
    <Section title={t.about} text={t.aboutText}>
      {mode !== null && (
        <>
          <ErrorNote error={mode.error} />
          <Group>
            <Button
              variant="default"
              onClick={() => mode.toggle('/organizers/$organizer/sandbox')}
              loading={mode.isSwitching}
            >
              {mode.isTest ? t.leave : t.open}
            </Button>
          </Group>
        </>
      )}
    </Section>
  );
}

function SandboxSections() {
  const { slug } = useOrganizer();
  const sandbox = useQuery(sandboxQuery(slug));
  return (
    <Loaded query={sandbox}>
      {(data) => (
        <>
          <ClockSection sandbox={data} />
          <ResetSection sandbox={data} />
        </>
      )}
    </Loaded>
  );
}

/** Returns a function that shows a new state of the sandbox, and reads everything else of it again. */
function useStoreSandbox(): (sandbox: Sandbox) => void {
  const { slug } = useOrganizer();
  const queryClient = useQueryClient();
  return (sandbox) => {
    queryClient.invalidateQueries({ queryKey: ['organizer', slug] });
    queryClient.invalidateQueries({ queryKey: accountQuery.queryKey });
    queryClient.setQueryData(sandboxQuery(slug).queryKey, sandbox);
  };
}

function ClockSection({ sandbox }: { readonly sandbox: Sandbox }) {
  const t = useMessages('sandbox');
  const { formats } = useLanguage();
  const { slug, timezone } = useOrganizer();
  const confirm = useConfirm();
  const store = useStoreSandbox();
  const isInReset = sandbox.resetStartedAt !== null;
  const move = async (now: string) => {
    store(await post<Sandbox>(organizerPath(slug, 'sandbox/clock'), { now }));
    notifyDone(t.moved);
  };
  const form = useApiForm({
    initialValues: { now: localMinute(new Date(Date.parse(sandbox.now) + stepsMs.day)) },
    submit: ({ now }) => move(instantOf(now)),
  });
  const askToMove = (stepMs: number) => {
    const now = new Date(Date.parse(sandbox.now) + stepMs).toISOString();
    confirm({
      title: t.moveTitle,
      text: `${t.now}: ${formats.dateTime(now, timezone)}. ${t.moveQuestion}`,
      action: t.move,
      kind: 'normal',
      run: () => move(now),
    });
  };
  return (
    <Section title={t.clock} text={t.clockText}>
      <Facts
        facts={[
          [t.now, sandbox.isClockMoved ? <Time key="now" at={sandbox.now} /> : t.sameAsServer],
          [t.limit, <Time key="limit" at={sandbox.clockLimit} />],
        ]}
      />
      <Stack gap="xs">
        <Text size="sm" fw={500} id="clock-steps">
          {t.forward}
        </Text>
        <Group gap="sm" role="group" aria-labelledby="clock-steps">
          {(['hour', 'day', 'week', 'month'] as const).map((step) => (
            <Button key={step} variant="default" disabled={isInReset} onClick={() => askToMove(stepsMs[step])}>
              {t.steps[step]}
            </Button>
          ))}
        </Group>
      </Stack>
      <form onSubmit={form.onSubmit} noValidate>
        <fieldset disabled={isInReset} className="plain-fieldset">
          <Stack>
            <TextInput
              type="datetime-local"
              label={t.moveTo}
              description={Intl.DateTimeFormat().resolvedOptions().timeZone}
              {...form.input('now')}
            />
            <FormEnd form={form} submit={t.move} />
          </Stack>
        </fieldset>
      </form>
    </Section>
  );
}

function ResetSection({ sandbox }: { readonly sandbox: Sandbox }) {
  const t = useMessages('sandbox');
  const { slug } = useOrganizer();
  const confirm = useConfirm();
  const store = useStoreSandbox();
  const isInReset = sandbox.resetStartedAt !== null;
  const wasInReset = useRef(isInReset);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the reset is of interest
  useEffect(() => {
    if (wasInReset.current && !isInReset) {
      store(sandbox);
      notifyDone(t.resetDone);
    }
    wasInReset.current = isInReset;
  }, [isInReset]);
  const ask = () =>
    confirm({
      title: t.resetTitle,
      text: t.resetQuestion,
      action: t.resetButton,
      run: async () => {
        store(await post<Sandbox>(organizerPath(slug, 'sandbox/reset')));
        notifyDone(t.resetStarted);
      },
    });
  return (
    <Section title={t.reset} text={t.resetText}>
      {isInReset && (
        <Text size="sm" role="status">
          {t.inReset}
        </Text>
      )}
      <Group>
        <Button color="red" variant="light" onClick={ask} loading={isInReset}>
          {t.resetButton}
        </Button>
      </Group>
    </Section>
  );
}
