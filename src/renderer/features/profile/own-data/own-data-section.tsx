import { useTranslation } from 'react-i18next'
import { Section } from '../../../ui/section.tsx'
import type { Profile } from '../use-profile.ts'
import { EraseAccount } from './erase-account.tsx'
import { ExportAccount } from './export-account.tsx'

/** What the law promises everybody: a copy of their data, and its end. */
export function OwnDataSection({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('ownData.title')}>
      <div className="grid divide-y divide-line">
        <ExportAccount profile={profile} />
        <EraseAccount profile={profile} />
      </div>
    </Section>
  )
}
