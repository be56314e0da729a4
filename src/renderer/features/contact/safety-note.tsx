import { ShieldAlert } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'

const ITEMS = ['emergency', 'form', 'email', 'others'] as const

/** Said before anything is typed, in plain words: some who write here are in danger because of what they write. */
export function SafetyNote() {
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
