import { useMemberAccess } from '#app/parts/access.ts';
import { useMessages } from '#app/parts/language.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { PersonSection } from './person-section.tsx';
import { RetentionSection } from './retention-section.tsx';
import { useSettings } from './use-settings.ts';

/** How long personal data is kept, what is known of a person, and its erasure. */
export function Page() {
  const t = useMessages('privacy');
  const access = useMemberAccess();
  const settings = useSettings(access);
  return (
    <PageFrame title={t.title} description={t.description} width="narrow">
      <Loaded query={settings}>{(data) => <RetentionSection access={access} settings={data} />}</Loaded>
      <PersonSection access={access} />
    </PageFrame>
  );
}
