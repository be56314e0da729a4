import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, LANGUAGES, textDirection } from '#shared/domain/text/languages.ts'
import { changeLanguage } from '../../i18n/i18n.ts'
import { LANGUAGE_NAMES } from '../../i18n/language-store.ts'
import { Button } from '../../ui/button/button.tsx'
import { EntryCard } from '../../ui/layout/entry-card.tsx'
import { ServerForm } from './server-form.tsx'

/** In each language, because the user's language is not known yet. */
const QUESTIONS = {
  en: 'Choose your language',
  ar: 'اختر لغتك',
  fr: 'Choisissez votre langue',
} as const satisfies Record<Language, string>

function LanguageStep({ onChosen }: { readonly onChosen: () => void }) {
  const { t } = useTranslation('setup')
  const [chosen, setChosen] = useState<Language>()
  const choose = async (language: Language): Promise<void> => {
    setChosen(language)
    await changeLanguage(language)
    onChosen()
  }
  return (
    <main>
      <EntryCard title={t('language.title')}>
        <ul className="grid gap-3">
          {LANGUAGES.map((code) => (
            <li key={code} lang={code} dir={textDirection(code)}>
              <Button
                variant="secondary"
                busy={chosen === code}
                disabled={chosen !== undefined && chosen !== code}
                onClick={() => void choose(code)}
                className="min-h-16 w-full justify-between text-lg"
              >
                <span className="flex w-full flex-wrap items-center justify-between gap-x-4">
                  <span className="text-xl font-semibold">{LANGUAGE_NAMES[code]}</span>
                  <span className="text-sm font-normal text-muted">{QUESTIONS[code]}</span>
                </span>
              </Button>
            </li>
          ))}
        </ul>
      </EntryCard>
    </main>
  )
}

/** The first start: in which language, and with which server. */
export function SetupPage() {
  const { t } = useTranslation('setup')
  const [step, setStep] = useState<'language' | 'server'>('language')
  // The page is mounted again with each step, so that its heading takes the focus.
  if (step === 'language') return <LanguageStep onChosen={() => setStep('server')} />
  return (
    <main>
      <EntryCard title={t('server.title')} lead={t('server.lead')} after={t('server.after')}>
        <ServerForm first focused onBack={() => setStep('language')} />
      </EntryCard>
    </main>
  )
}
