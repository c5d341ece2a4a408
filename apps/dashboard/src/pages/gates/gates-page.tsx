import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { eventQuery } from '#app/pages/events/event-query.ts';
import { useCan, useOrganizer } from '#app/parts/account.ts';
import { useMessages } from '#app/parts/language.tsx';
import { useLiveReload } from '#app/parts/live.ts';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { ConflictsSection } from './conflicts-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { type GateSectionProps, gatesKey, gatesQuery } from './gate-queries.ts';
import { GatesSection } from './gates-section.tsx';
import { ScansSection } from './scans-section.tsx';

/** The scans of an event as they happen, its gates and its devices. */
export function Page() {
  const t = useMessages('gates');
  const { slug } = useOrganizer();
  const { eventId } = useParams({ from: '/frame/organizers/$organizer/gates/$eventId' });
  const queryClient = useQueryClient();
  const event = useQuery(eventQuery(slug, eventId));
  const gates = useQuery(gatesQuery(slug, eventId));
  useLiveReload(['scans'], () => {
    queryClient.invalidateQueries({ queryKey: gatesKey(slug, eventId) });
  });
  return (
    <PageFrame
      title={event.data === undefined ? t.title : t.titleOf({ event: event.data.name })}
      description={t.description}
      back={{ to: '/organizers/$organizer/gates', title: t.title }}
    >
      <Loaded query={event}>
        {(data) => <Loaded query={gates}>{({ data: list }) => <Sections event={data} gates={list} />}</Loaded>}
      </Loaded>
    </PageFrame>
  );
}

function Sections(props: GateSectionProps) {
  const canRead = useCan()('gates:read');
  return (
    <>
      {(props.gates.length > 0 || !canRead) && <ScansSection {...props} />}
      {canRead && props.gates.length > 0 && <ConflictsSection {...props} />}
      {canRead && <GatesSection {...props} />}
      {canRead && <DevicesSection {...props} />}
    </>
  );
}
