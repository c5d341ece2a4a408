import { Button } from '@mantine/core';
import { useOrganizer } from '#app/parts/account.ts';
import { organizerPath } from '#app/parts/api.ts';
import { useConfirm } from '#app/parts/confirm.tsx';
import { download } from '#app/parts/download.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';

/** The export of all data of the organizer. */
export function Page() {
  const t = useMessages('settings');
  const { slug } = useOrganizer();
  const confirm = useConfirm();
  const ask = () =>
    confirm({
      title: t.exportConfirmTitle,
      text: t.exportConfirmText,
      action: t.exportButton,
      kind: 'normal',
      run: () => download(organizerPath(slug, 'export.jsonl')),
    });
  return (
    <PageFrame title={t.exportTitle} description={t.exportDescription} width="narrow">
      <Section title={t.exportFile} text={t.exportText}>
        <div>
          <Button onClick={ask}>{t.exportButton}</Button>
        </div>
      </Section>
    </PageFrame>
  );
}
