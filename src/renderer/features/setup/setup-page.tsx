import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EntryCard } from '../../ui/entry-card.tsx'
import { LanguageStep } from './language-step.tsx'
import { ServerForm } from './server-form.tsx'

/** The first start: in which language, and with which server. */
export function SetupPage() {
  const { t } = useTranslation('setup')
  const [step, setStep] = useState<'language' | 'server'>('language')
  // The page is entered anew with each step, so that its heading takes the focus.
  if (step === 'language') return <LanguageStep onChosen={() => setStep('server')} />
  return (
    <main>
      <EntryCard title={t('server.title')} lead={t('server.lead')} after={t('server.after')}>
        <ServerForm focused onBack={() => setStep('language')} />
      </EntryCard>
    </main>
  )
}
