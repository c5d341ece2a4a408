import { Alert, Code, Stack, Text, Title } from '@mantine/core';
import type { LoggedProblem, LoggedRequest } from '@organizer/shared/dashboard-api';
import type { ReactNode } from 'react';
import { keyLabel, useKeys } from '#app/parts/actors.tsx';
import { CopyField } from '#app/parts/copy-button.tsx';
import { Dialog } from '#app/parts/dialog.tsx';
import { Facts } from '#app/parts/facts.tsx';
import { useLanguage, useMessages } from '#app/parts/language.tsx';
import { Time } from '#app/parts/time.tsx';

const clientDisconnected = 499;

/** A request with the error of its response. */
export function RequestDialog({ request, onClose }: { readonly request: LoggedRequest; readonly onClose: () => void }) {
  const t = useMessages('requests');
  const { locale } = useLanguage();
  const keys = useKeys();
  const { id, keyId, method, route, status, latencyMs, startedAt, problem } = request;
  const key = keys.find((one) => one.id === keyId);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t.request, <Code key="request">{`${method} ${route === 'unknown' ? t.unknownRoute : route}`}</Code>],
    [t.status, String(status)],
    [t.time, <Time key="time" at={startedAt} />],
    [t.latency, t.latencyMs({ ms: latencyMs.toLocaleString(locale) })],
    [t.key, <bdi key="key">{key === undefined ? keyId : keyLabel(key)}</bdi>],
    [t.requestId, <CopyField key="id" value={id} label={t.requestId} />],
  ];
  return (
    <Dialog size="lg" title={t.details} onClose={onClose}>
      <Stack>
        <Facts facts={facts} />
        {problem !== null && <Problem problem={problem} />}
        {problem === null && status === clientDisconnected && <Alert color="yellow">{t.disconnected}</Alert>}
        {problem === null && status < 400 && <Text size="sm">{t.succeeded}</Text>}
      </Stack>
    </Dialog>
  );
}

function Problem({ problem }: { readonly problem: LoggedProblem }) {
  const t = useMessages('requests');
  const { code, reason, detail, params, errors } = problem;
  const hasParams = Object.keys(params).length > 0;
  const hasOmissions = JSON.stringify([params, errors]).includes('…');
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t.problem}
      </Title>
      <Text size="sm" lang="en" dir="auto">
        {detail}
      </Text>
      <Facts
        facts={[
          [t.code, <Code key="code">{code}</Code>],
          [t.reason, <Code key="reason">{reason}</Code>],
          ...(hasParams
            ? ([
                [
                  t.params,
                  <Code key="params" block>
                    {JSON.stringify(params, null, 2)}
                  </Code>,
                ],
              ] as const)
            : []),
        ]}
      />
      {errors.length > 0 && (
        <div>
          <Text size="sm" fw={500}>
            {t.fields}
          </Text>
          <Text component="ul" size="sm">
            {errors.map((error) => (
              <li key={`${error.path} ${error.code}`}>
                <Code>{error.path}</Code> <span lang="en">{error.message}</span>
              </li>
            ))}
          </Text>
        </div>
      )}
      {hasOmissions && (
        <Text size="xs" c="dimmed">
          {t.omitted}
        </Text>
      )}
    </Stack>
  );
}
