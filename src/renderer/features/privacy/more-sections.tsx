import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PrivacyFacts } from '#shared/contract/about.ts'
import { BROWSER_STORAGE } from '#shared/domain/privacy/browser-storage.ts'
import { periodText } from '../../i18n/period-text.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Section } from '../../ui/layout/section.tsx'

const LIST = 'grid list-disc gap-1.5 ps-6 marker:text-brand'

/** Who gets data outside the association: only what is on. */
export function OutsideSection({ facts }: { readonly facts: PrivacyFacts }) {
  const { t } = useTranslation('privacy')
  const { hostName, hostAddress } = facts.association
  const host = [hostName, hostAddress].filter((text) => text !== '').join(', ')
  return (
    <Section anchor="outside" title={t('outside.title')} lead={t('outside.lead')}>
      <ul className={LIST}>
        <li>{host === '' ? t('outside.hostUnknown') : t('outside.host', { name: host })}</li>
        <li>{t(facts.mail ? 'outside.mail' : 'outside.noMail')}</li>
        {facts.apple && <li>{t('outside.apple')}</li>}
        {facts.google && <li>{t('outside.google')}</li>}
        {facts.timestampAuthority !== null && (
          <li>{t('outside.timestamps', { name: facts.timestampAuthority })}</li>
        )}
      </ul>
      <p className="mt-4">{t('outside.none')}</p>
    </Section>
  )
}

export function BackupsSection({ backupDays }: Pick<PrivacyFacts, 'backupDays'>) {
  const { t } = useTranslation(['privacy', 'terms'])
  const format = useFormat()
  return (
    <Section anchor="more" title={t('more.title')}>
      <ul className={LIST}>
        <li>
          {backupDays === null
            ? t('more.noBackups')
            : t('more.backups', { days: periodText(t, format, backupDays) })}
        </li>
        <li>{t('more.hold')}</li>
        <li>{t('more.authorities')}</li>
        <li>{t('more.automatic')}</li>
      </ul>
    </Section>
  )
}

const STORAGE_PLACES = [...new Set(BROWSER_STORAGE.map(({ place }) => place))]

export function BrowserSection() {
  const { t } = useTranslation('privacy')
  return (
    <Section anchor="browser" title={t('browser.title')} lead={t('browser.lead')}>
      <ul className="divide-y divide-line">
        {BROWSER_STORAGE.map(({ id, place }) => (
          <li key={id} className="grid gap-x-6 py-2.5 sm:grid-cols-[14rem_minmax(0,1fr)]">
            <p className="text-sm text-muted sm:pt-px">{t(`browser.places.${place}`)}</p>
            <p className="font-semibold">{t(`stored.${id}`)}</p>
          </li>
        ))}
      </ul>
      {/* Only who looks into the browser's storage needs them; in the list they took two screens of a phone. */}
      <details>
        <summary className="min-h-11 cursor-pointer py-2.5 font-semibold text-brand">
          {t('browser.names')}
        </summary>
        {STORAGE_PLACES.map((place) => (
          <p key={place} className="mb-2 text-sm wrap-anywhere text-muted">
            {t(`browser.places.${place}`)}
            <br />
            <Ltr>
              {BROWSER_STORAGE.filter((entry) => entry.place === place)
                .flatMap(({ names }) => names)
                .join(', ')}
            </Ltr>
          </p>
        ))}
      </details>
    </Section>
  )
}

const RIGHTS = ['see', 'correct', 'erase', 'limit', 'move', 'withdraw'] as const

/** In the words of the terms. */
export function RightsSection() {
  const { t } = useTranslation(['privacy', 'terms'])
  return (
    <Section anchor="rights" title={t('rights.title')} lead={t('terms:articles.rights.text')}>
      <div className="grid gap-3">
        <ul className={LIST}>
          {RIGHTS.map((right) => (
            <li key={right}>{t(`terms:articles.rights.items.${right}`)}</li>
          ))}
        </ul>
        <p>{t('rights.how')}</p>
        <p>{t('terms:articles.rights.complaint')}</p>
        <p>
          <Link
            to="/profile"
            className="inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4"
          >
            {t('rights.profile')}
          </Link>
        </p>
      </div>
    </Section>
  )
}
