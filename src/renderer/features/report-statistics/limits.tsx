import { useId } from 'react'
import { useTranslation } from 'react-i18next'

/** Stands before the pictures: whoever quotes a number shall have met its limits. */
export function Limits({ total, verified }: { readonly total: number; readonly verified: number }) {
  const { t } = useTranslation('reportStatistics')
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-sunken p-4 sm:p-6">
      <h2 id={id} className="text-xl headline">
        {t('limits.title')}
      </h2>
      <dl className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Limit title={t('limits.notViolations.title')} text={t('limits.notViolations.text')} />
        <Limit title={t('limits.notComparable.title')} text={t('limits.notComparable.text')} />
        <Limit
          title={t('limits.notVerified.title')}
          text={t('limits.notVerified.text', { count: verified, total })}
        />
        <Limit title={t('limits.notTheDay.title')} text={t('limits.notTheDay.text')} />
        <Limit title={t('limits.notAll.title')} text={t('limits.notAll.text')} />
      </dl>
    </section>
  )
}

const Limit = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div>
    <dt className="font-semibold">{title}</dt>
    <dd className="mt-0.5 text-muted">{text}</dd>
  </div>
)
