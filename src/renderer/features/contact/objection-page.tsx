import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatch } from 'react-router-dom'
import { useSession } from '../../platform/session/session.ts'
import { SubPage } from '../../ui/layout/back-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { MessageSent } from './message-sent.tsx'
import { ObjectionForm } from './objection-form.tsx'
import { useSender } from './use-sender.ts'

/** Something is wrong with one report. The page does not ask whether there is such a report. */
export function ObjectionPage() {
  const { t } = useTranslation('contact')
  // A rare page stands in no route of its own, so it reads its address itself.
  const id = useMatch('/reports/:id/objection')?.params.id ?? ''
  const session = useSession()
  const [reference, setReference] = useState<string>()
  const sender = useSender(session.state === 'authenticated' ? session.user.cardId : undefined)
  if (!/^[1-9]\d{0,14}$/.test(id)) return <Page title={t('objection.noId')}>{undefined}</Page>
  return (
    <SubPage
      title={t('objection.title', { id })}
      back={{ to: `/reports/${id}`, label: t('objection.back', { id }) }}
      lead={t('objection.lead')}
    >
      {reference === undefined ? (
        <div className="max-w-3xl">
          <ObjectionForm
            key={sender.key}
            reportId={Number(id)}
            sender={sender.known}
            onSent={setReference}
          />
        </div>
      ) : (
        <MessageSent
          reference={reference}
          text={t('objection.sentText')}
          onAgain={() => setReference(undefined)}
        />
      )}
    </SubPage>
  )
}
