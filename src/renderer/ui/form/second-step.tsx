/** The second factor inside a form that has asked for the password: fetched with its texts when an account needs it. */
import { lazy, Suspense } from 'react'
import { getI18n } from 'react-i18next'
import type { ProveFactorProps } from '../factor/prove-factor.tsx'
import { PageSpinner } from '../feedback/spinner.tsx'

const ProveFactor = lazy(async () => {
  const [{ ProveFactor: Form }] = await Promise.all([
    import('../factor/prove-factor.tsx'),
    getI18n().loadNamespaces('secondFactor'),
  ])
  return { default: Form }
})

export const SecondStep = (props: Omit<ProveFactorProps, 'purpose'>) => (
  <Suspense fallback={<PageSpinner />}>
    <ProveFactor purpose="step-up" {...props} />
  </Suspense>
)
