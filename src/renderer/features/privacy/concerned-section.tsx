import { useTranslation } from 'react-i18next'
import type { PrivacyFacts } from '#shared/contract/about.ts'
import { type Concerned, PROCESSINGS } from '#shared/domain/privacy/processing.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { processingTexts } from './processing-texts.ts'

interface ConcernedSectionProps {
  readonly concerned: Concerned
  readonly facts: PrivacyFacts
}

/** What is done with the data of one group of people. */
export function ConcernedSection({ concerned, facts }: ConcernedSectionProps) {
  const { t } = useTranslation(['privacy', 'terms'])
  const format = useFormat()
  const hasWallets = facts.apple || facts.google
  const processings = PROCESSINGS.filter(
    (one) => one.concerned === concerned && (one.id !== 'wallet' || hasWallets),
  )
  return (
    <Section
      anchor={concerned}
      title={t(`concerned.${concerned}.title`)}
      lead={t(`concerned.${concerned}.lead`)}
    >
      <div className="grid gap-6">
        {processings.map((processing) => {
          const { purpose, who, data, basis, recipients, periods } = processingTexts(
            t,
            format,
            processing,
            facts.days,
          )
          return (
            <div key={processing.id}>
              <h3 className="font-semibold text-brand">{purpose}</h3>
              <Facts
                items={[
                  { label: t('labels.who'), value: <Lines texts={[who]} /> },
                  { label: t('labels.data'), value: <Lines texts={[data]} /> },
                  { label: t('labels.basis'), value: <Lines texts={basis} /> },
                  { label: t('labels.recipients'), value: <Lines texts={recipients} /> },
                  { label: t('labels.kept'), value: <Lines texts={periods} /> },
                ]}
              />
            </div>
          )
        })}
        {concerned === 'named' && <NamedNotice />}
      </div>
    </Section>
  )
}

const Lines = ({ texts }: { readonly texts: readonly string[] }) => (
  <ul className="grid gap-1 font-normal">
    {texts.map((text) => (
      <li key={text}>{text}</li>
    ))}
  </ul>
)

/** Why people who are named get no letter (Article 14(5)(b)). */
function NamedNotice() {
  const { t } = useTranslation('privacy')
  return (
    <Notice tone="info" title={t('named.title')}>
      <div className="grid gap-2">
        <p className="font-semibold">{t('named.draft')}</p>
        <p>{t('named.text')}</p>
        <p>{t('named.objection')}</p>
      </div>
    </Notice>
  )
}
