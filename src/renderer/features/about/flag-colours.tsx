import { useTranslation } from 'react-i18next'

// The flag's own colours: they mean what they mean in every theme.
const STRIPS = [
  { key: 'red', fill: '#b0212b', weave: '#8f1820' },
  { key: 'white', fill: '#ffffff', weave: '#dfe3da' },
  { key: 'yellow', fill: '#f2b62c', weave: '#d99d17' },
  { key: 'green', fill: '#0d5f41', weave: '#094b33' },
  { key: 'black', fill: '#101713', weave: '#29332d' },
] as const

/** Five strips as they hang from the loom, each with what it stands for. */
export function FlagColours() {
  const { t } = useTranslation('about')
  return (
    <section aria-labelledby="colours" className="column py-6">
      <h2 id="colours" className="text-2xl headline text-brand">
        {t('colours.title')}
      </h2>
      <p className="mt-2 max-w-2xl text-lg text-muted">{t('colours.lead')}</p>
      <ul className="mt-6 grid overflow-hidden rounded-lg border border-line md:grid-cols-5">
        {STRIPS.map(({ key, fill, weave }) => (
          <li key={key} className="flex bg-surface md:flex-col">
            <svg
              viewBox="0 0 120 200"
              preserveAspectRatio="xMidYMin slice"
              aria-hidden="true"
              className="w-24 shrink-0 border-line max-md:border-e md:h-52 md:w-full md:border-b"
            >
              <path fill={fill} d="M0 0h120v200H0z" />
              {Array.from({ length: 5 }, (_, row) => (
                <path
                  key={row}
                  fill={weave}
                  d={Array.from(
                    { length: 4 },
                    (__, tooth) =>
                      `M${tooth * 30} ${row * 40 + 40}L${tooth * 30 + 15} ${row * 40 + 14}L${tooth * 30 + 30} ${row * 40 + 40}Z`,
                  ).join('')}
                />
              ))}
            </svg>
            <div className="grow border-line p-4 max-md:border-b md:border-e">
              <h3 className="text-lg headline">{t(`colours.${key}.title`)}</h3>
              <p className="mt-1 text-sm text-muted">{t(`colours.${key}.text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
