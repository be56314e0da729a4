import { useTranslation } from 'react-i18next'

const VALUES = [
  { key: 'justice', mark: 'bg-brand' },
  { key: 'unity', mark: 'bg-sun' },
  { key: 'freedom', mark: 'bg-accent' },
] as const

/** Three words, each on its own line of the loom. */
export function Values() {
  const { t } = useTranslation('about')
  return (
    <section aria-labelledby="values" className="column pb-12 sm:pb-16">
      <h2 id="values" className="text-2xl headline text-brand">
        {t('values.title')}
      </h2>
      <dl className="mt-6 grid gap-8 md:grid-cols-3 md:gap-10">
        {VALUES.map(({ key, mark }) => (
          <div key={key}>
            <div aria-hidden="true" className={`h-2 ${mark}`} />
            <dt className="mt-4 text-3xl headline">{t(`values.${key}.title`)}</dt>
            <dd className="mt-2 text-lg text-muted">{t(`values.${key}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
