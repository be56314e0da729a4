import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../platform/session.ts'
import { Page } from '../../ui/page.tsx'
import { ContactDetails } from './contact-details.tsx'
import { ContactForm } from './contact-form.tsx'
import { MessageSent } from './message-sent.tsx'
import { SafetyNote } from './safety-note.tsx'
import { useSender } from './use-sender.ts'

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
