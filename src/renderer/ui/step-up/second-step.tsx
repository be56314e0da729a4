/** The second factor inside a form that has asked for the password: fetched with its texts when an account needs it. */
import { lazy, Suspense } from 'react'
import { getI18n } from 'react-i18next'
import { PageSpinner } from '../feedback/spinner.tsx'
import type { ProveFactorProps } from './prove-factor.tsx'

const ProveFactor = lazy(async () => {
  const [{ ProveFactor: Form }] = await Promise.all([
    import('./prove-factor.tsx'),
    getI18n().loadNamespaces('factors'),
  ])
  return { default: Form }
})

export const SecondStep = (props: Omit<ProveFactorProps, 'purpose'>) => (
  <Suspense fallback={<PageSpinner />}>
    <ProveFactor purpose="step-up" {...props} />
  </Suspense>
)
