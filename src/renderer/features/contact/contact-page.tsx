import { ExternalLink, Mail } from 'lucide-react'
import { useState, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { BLANK_ASSOCIATION } from '#shared/domain/association.ts'
import { useSession } from '../../platform/session/session.ts'
import { Auto, Ltr } from '../../ui/bidi.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { FoldedAdvice } from '../../ui/folded-advice.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import { socialLinks, useAssociation } from '../../ui/use-association.ts'
import { ContactForm } from './contact-form.tsx'
import { MessageSent } from './message-sent.tsx'
import { useSender } from './use-sender.ts'

const ITEMS = ['form', 'email', 'others'] as const

/** Said before anything is typed, in plain words: some who write here are in danger because of what they write. */
function SafetyNote() {
  const { t } = useTranslation('contact')
  return (
    <FoldedAdvice title={t('safety.title')} short={t('safety.items.emergency')}>
      {ITEMS.map((item) => (
        <li key={item}>{t(`safety.items.${item}`)}</li>
      ))}
    </FoldedAdvice>
  )
}

/** Shows facts about the association on the dark ground of the footer. */
function ContactDetails() {
  const { t } = useTranslation('contact')
  const id = useId()
  const association = useAssociation()
  const { name, email, phone, seat } = association ?? BLANK_ASSOCIATION
  const links = socialLinks(association)
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
          {name !== '' && (
            <div>
              <dt className="text-sm text-night-muted">{t('details.name')}</dt>
              <dd className="font-semibold">
                <Auto>{name}</Auto>
              </dd>
            </div>
          )}
          {email !== '' && (
            <div>
              <dt className="text-sm text-night-muted">{t('details.email')}</dt>
              <dd>
                <a
                  href={`mailto:${email}`}
                  className="inline-flex min-h-11 items-center gap-2 rounded-sm font-semibold wrap-anywhere hover:text-sun"
                >
                  <Mail aria-hidden="true" size={18} className="shrink-0" />
                  <Ltr>{email}</Ltr>
                </a>
                <CopyButton
                  text={email}
                  label={t('details.copy')}
                  variant="on-night"
                  className="mt-1 w-full"
                />
              </dd>
            </div>
          )}
          {phone !== '' && (
            <div>
              <dt className="text-sm text-night-muted">{t('details.phone')}</dt>
              <dd className="font-semibold">
                <a
                  href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}
                  className="inline-flex min-h-11 items-center hover:text-sun"
                >
                  <Ltr>{phone}</Ltr>
                </a>
              </dd>
            </div>
          )}
          <div>
            <dt className="text-sm text-night-muted">{t('details.seat')}</dt>
            <dd className="font-semibold">
              {seat === '' ? t('details.seatText') : <Auto>{seat}</Auto>}
            </dd>
          </div>
          {links.length > 0 && (
            <div>
              <dt className="text-sm text-night-muted">{t('details.social')}</dt>
              <dd>
                <ul className="grid grid-cols-2">
                  {links.map(({ network, name: networkName, address }) => (
                    <li key={network}>
                      <a
                        href={address}
                        target="_blank"
                        rel="noopener noreferrer"
                        aria-label={t('details.newTab', { name: networkName })}
                        className="inline-flex min-h-11 items-center gap-1.5 rounded-sm font-semibold hover:text-sun"
                      >
                        <Ltr>{networkName}</Ltr>
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
          )}
        </dl>
      </div>
    </aside>
  )
}

export function ContactPage() {
  const { t } = useTranslation('contact')
  const session = useSession()
  const [reference, setReference] = useState<string>()
  const sender = useSender(session.state === 'authenticated' ? session.user.cardId : undefined)
  return (
    <Page title={t('title')} lead={t('lead')} wide>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:items-start lg:gap-12">
        <div className="grid gap-6">
          {reference === undefined ? (
            <>
              <SafetyNote />
              {/* Another person's form is another form. */}
              <ContactForm key={sender.key} sender={sender.known} onSent={setReference} />
            </>
          ) : (
            <MessageSent
              reference={reference}
              text={t('sent.text')}
              onAgain={() => setReference(undefined)}
            />
          )}
        </div>
        <ContactDetails />
      </div>
    </Page>
  )
}
