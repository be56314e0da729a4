import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/use-format.ts'

const PRINCIPLES = ['dignity', 'independence', 'proof', 'protection'] as const

export function Principles() {
  const { t } = useTranslation('about')
  const format = useFormat()
  return (
    <section aria-labelledby="principles" className="column py-12 sm:py-16">
      <h2 id="principles" className="text-2xl headline text-brand">
        {t('principles.title')}
      </h2>
      <ol className="mt-4 grid gap-x-12 md:grid-cols-2">
        {PRINCIPLES.map((key, index) => (
          <li key={key} className="flex gap-5 border-b border-line py-6">
            <span
              aria-hidden="true"
              className="w-10 shrink-0 text-4xl headline text-accent tabular-nums"
            >
              {format.number(index + 1)}
            </span>
            <div>
              <h3 className="text-xl headline">{t(`principles.${key}.title`)}</h3>
              <p className="mt-1 text-muted">{t(`principles.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
