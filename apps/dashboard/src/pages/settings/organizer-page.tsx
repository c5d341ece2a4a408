import { type OrganizerAccess, useMemberAccess } from '#app/parts/access.ts';
import { useOrganizer } from '#app/parts/account.ts';
import { CopyField } from '#app/parts/copy-button.tsx';
import { Facts } from '#app/parts/facts.tsx';
import { useMessages } from '#app/parts/language.tsx';
import { PageFrame } from '#app/parts/page-frame.tsx';
import { Section } from '#app/parts/section.tsx';
import { Loaded } from '#app/parts/states.tsx';
import { FeeFacts } from './fee-facts.tsx';
import { LimitsSection } from './limits-section.tsx';
import {
  contactSettings,
  mailSettings,
  ownShopSettings,
  ProfileSection,
  transferSettings,
} from './profile-section.tsx';
import { ReversalSection } from './reversal-section.tsx';
import { SlugSection } from './slug-section.tsx';
import { TranslationsSection } from './translations-section.tsx';
import { type Settings, useSettings } from './use-settings.ts';

/** The settings of the organizer. */
export function Page() {
  const t = useMessages('settings');
  const access = useMemberAccess();
  const settings = useSettings(access);
  return (
    <PageFrame title={t.title} description={t.description} width="narrow">
      <Loaded query={settings}>{(data) => <Sections access={access} settings={data} />}</Loaded>
    </PageFrame>
  );
}

function Sections({ access, settings }: { readonly access: OrganizerAccess; readonly settings: Settings }) {
  const t = useMessages('settings');
  const { sandboxOf } = useOrganizer();
  const canRename = access.can('organizer:write') && sandboxOf === null;
  const { name, slug, currency, timezone, feePolicy } = settings;
  return (
    <>
      <Section title={t.identity} text={t.identityText}>
        <Facts
          facts={[
            [t.name, <bdi key="name">{name}</bdi>],
            [t.slug, <CopyField key="slug" value={slug} label={t.slug} />],
            [t.currency, currency],
            [t.timezone, timezone],
          ]}
        />
      </Section>
      <ProfileSection
        access={access}
        settings={settings}
        title={t.contact}
        text={t.contactText}
        names={contactSettings}
      />
      <ProfileSection
        access={access}
        settings={settings}
        title={t.transfer}
        text={t.transferText}
        names={transferSettings}
      />
      <ProfileSection access={access} settings={settings} title={t.mails} text={t.mailsText} names={mailSettings} />
      <TranslationsSection access={access} settings={settings} />
      <ProfileSection
        access={access}
        settings={settings}
        title={t.ownShop}
        text={t.ownShopText}
        names={ownShopSettings}
      />
      <Section title={t.fees} text={t.feesText}>
        <FeeFacts feePolicy={feePolicy} currency={currency} />
      </Section>
      <LimitsSection access={access} settings={settings} />
      <ReversalSection access={access} settings={settings} />
      {canRename && <SlugSection access={access} settings={settings} />}
    </>
  );
}
