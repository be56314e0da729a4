import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PrivacyFacts } from '#shared/contract/about.ts'
import type { AssociationText } from '#shared/domain/association.ts'
import { CONCERNED, PRIVACY_DRAFT } from '#shared/domain/privacy/processing.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { privacyQuery } from '../../platform/calls/privacy-query.ts'
import { Auto } from '../../ui/bidi.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Contents } from '../../ui/layout/contents.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Loaded } from '../../ui/loaded/loaded.tsx'
import { ConcernedSection } from './concerned-section.tsx'
import { BackupsSection, BrowserSection, OutsideSection, RightsSection } from './more-sections.tsx'

const LINK = 'font-semibold text-brand underline underline-offset-4'
const CONTROLLER = [
  'name',
  'seat',
  'email',
  'privacyContact',
] as const satisfies readonly AssociationText[]

/** What the law asks to tell people whose data are used (GDPR, Articles 13 and 14). */
export function PrivacyPage() {
  const { t } = useTranslation('privacy')
  const query = useQuery(privacyQuery)
  return (
    <Page title={t('title')} lead={t('lead')}>
      <Loaded query={query} failure={t('failed')} skeleton={<Skeleton className="h-96" />}>
        {(facts) => <Sections facts={facts} />}
      </Loaded>
    </Page>
  )
}

const OTHERS = ['outside', 'more', 'browser', 'rights'] as const

function Sections({ facts }: { readonly facts: PrivacyFacts }) {
  const { t } = useTranslation('privacy')
  const format = useFormat()
  const { adoption } = facts
  return (
    <div className="grid gap-6">
      <p className="text-sm text-muted">
        {adoption === null
          ? t('draft', { date: format.date(PRIVACY_DRAFT) })
          : t('adopted', {
              date: format.date(adoption.adoptedOn),
              version: adoption.version,
            })}
      </p>
      <Controller facts={facts} />
      <Contents
        title={t('contents')}
        items={[
          ...CONCERNED.map((id) => ({ id, label: t(`concerned.${id}.title`) })),
          ...OTHERS.map((id) => ({ id, label: t(`${id}.title`) })),
        ]}
      />
      {CONCERNED.map((concerned) => (
        <ConcernedSection key={concerned} concerned={concerned} facts={facts} />
      ))}
      <OutsideSection facts={facts} />
      <BackupsSection backupDays={facts.backupDays} />
      <BrowserSection />
      <RightsSection />
    </div>
  )
}

function Controller({ facts: { association } }: { readonly facts: PrivacyFacts }) {
  const { t } = useTranslation(['privacy', 'association'])
  const officer: AssociationText =
    association.dataOfficer === '' && association.noDataOfficer !== ''
      ? 'noDataOfficer'
      : 'dataOfficer'
  const names: readonly AssociationText[] = [...CONTROLLER, officer]
  return (
    <Section title={t('controller.title')} lead={t('controller.text')}>
      <Facts
        items={names.map((name) => ({
          label: t(`association:fields.${name}`),
          value:
            association[name] === '' ? (
              ''
            ) : (
              <Auto className="wrap-anywhere">{association[name]}</Auto>
            ),
        }))}
      />
      <p className="mt-4">
        <Link to="/legal" className={LINK}>
          {t('controller.legal')}
        </Link>
      </p>
    </Section>
  )
}
