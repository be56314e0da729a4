import { useState, useId, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session/session.ts'
import { Page } from '../../ui/layout/page.tsx'
import { ContactForm } from './contact-form.tsx'
import { useSender } from './use-sender.ts'
import { ExternalLink, Mail, ShieldAlert } from 'lucide-react'
import { ASSOCIATION, socialLinks } from '../../ui/association.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { CopyButton } from '../../ui/button/copy-button.tsx'
import { Emblem } from '../../ui/picture/emblem.tsx'
import { announce } from '../../ui/feedback/announcer.tsx'
import { Button } from '../../ui/button/button.tsx'

const ITEMS = ['emergency', 'form', 'email', 'others'] as const

/** Said before anything is typed, in plain words: some who write here are in danger because of what they write. */
function SafetyNote() {
  const { t } = useTranslation('contact')
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="rounded-lg border border-s-4 border-warning bg-warning-soft p-4 sm:px-6"
    >
      <h2 id={id} className="flex items-center gap-2.5 font-semibold">
        <ShieldAlert aria-hidden="true" size={22} className="shrink-0 text-warning" />
        {t('safety.title')}
      </h2>
      <ul className="mt-2 grid list-disc gap-1 ps-5 text-sm marker:text-warning">
        {ITEMS.map((item) => (
          <li key={item}>{t(`safety.items.${item}`)}</li>
        ))}
      </ul>
    </section>
  )
}

interface MessageSentProps {
  readonly reference: string
  readonly onAgain: () => void
}

/** Takes the place of the form; the focus goes along, because the button that had it is gone. */
function MessageSent({ reference, onAgain }: MessageSentProps) {
  const { t } = useTranslation('contact')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    announce(t('success'))
  }, [t])
  return (
    <section className="overflow-hidden rounded-lg border border-line bg-surface shadow-card">
      <div aria-hidden="true" className="weave h-3" />
      <div className="grid gap-5 p-4 sm:p-8">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-2xl headline">
            {t('success')}
          </h2>
          <p className="mt-2 max-w-xl text-muted">{t('sent.text')}</p>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4 rounded-md bg-brand-soft p-4">
          <p>
            <span className="block text-sm text-muted">{t('sent.reference')}</span>
            <strong className="text-2xl font-extrabold text-brand tabular-nums">
              <Ltr>{reference}</Ltr>
            </strong>
          </p>
          <CopyButton text={reference} label={t('sent.copy')} />
        </div>
        <div>
          <Button variant="secondary" onClick={onAgain}>
            {t('sent.again')}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** On the dark ground of the footer: facts about the association. */
function ContactDetails() {
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
            <MessageSent reference={reference} onAgain={() => setReference(undefined)} />
          )}
        </div>
        <ContactDetails />
      </div>
    </Page>
  )
}
