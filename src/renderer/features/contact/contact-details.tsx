import { ExternalLink, Mail } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { ASSOCIATION, socialLinks } from '../../ui/association.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Emblem } from '../../ui/emblem.tsx'

/** On the night ground, as the footer: the association speaks about itself. */
export function ContactDetails() {
  const { t } = useTranslation('contact')
  const id = useId()
  return (
    <aside
      aria-labelledby={id}
      className="overflow-hidden rounded-lg bg-night text-on-night lg:sticky lg:top-24"
    >
      <div aria-hidden="true" className="weave h-3" />
      <div className="grid gap-6 p-5 sm:p-6">
        <div className="flex items-center gap-3">
          <Emblem size={48} />
          <h2 id={id} className="text-xl headline">
            {t('details.title')}
          </h2>
        </div>
        <dl className="grid gap-5">
          <div>
            <dt className="text-sm text-night-muted">{t('details.email')}</dt>
            <dd>
              <a
                href={`mailto:${ASSOCIATION.email}`}
                className="inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold hover:text-sun"
              >
                <Mail aria-hidden="true" size={18} className="shrink-0" />
                <Ltr>{ASSOCIATION.email}</Ltr>
              </a>
              <CopyButton
                text={ASSOCIATION.email}
                label={t('details.copy')}
                variant="on-night"
                className="mt-1 w-full"
              />
            </dd>
          </div>
          <div>
            <dt className="text-sm text-night-muted">{t('details.seat')}</dt>
            <dd className="font-semibold">{t('details.seatText')}</dd>
          </div>
          <div>
            <dt className="text-sm text-night-muted">{t('details.social')}</dt>
            <dd>
              <ul className="grid grid-cols-2">
                {socialLinks().map(({ network, name, address }) => (
                  <li key={network}>
                    <a
                      href={address}
                      target="_blank"
                      rel="noopener noreferrer"
                      aria-label={t('details.newTab', { name })}
                      className="inline-flex min-h-11 items-center gap-1.5 rounded-sm font-semibold hover:text-sun"
                    >
                      <Ltr>{name}</Ltr>
                      <ExternalLink
                        aria-hidden="true"
                        size={15}
                        className="mirror text-night-muted"
                      />
                    </a>
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        </dl>
      </div>
    </aside>
  )
}
