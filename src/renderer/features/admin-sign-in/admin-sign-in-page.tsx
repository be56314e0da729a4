import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
/**
 * The hidden page of the route table (ADR 0027). Hiding it is no protection: the server refuses all but
 * administrators here, with the response for a wrong password.
 */
import { useTranslation } from 'react-i18next'
import { Navigate } from 'react-router-dom'
import { dashboardPath } from '#shared/domain/people/roles.ts'
import { aboutQuery } from '../../platform/calls/about-query.ts'
import { useSession, signIn } from '../../platform/session/session.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { PasswordField, EmailField } from '../../ui/field/text-field.tsx'
import { type SignInFailure, SignInFailureNotice } from '../../ui/form/sign-in-failure.tsx'
import { EntryCard } from '../../ui/layout/entry-card.tsx'

/** Only where the server runs demonstration data; the words come from there, so no build holds them. */
function SampleCredentials() {
  const { t } = useTranslation(['adminSignIn', 'auth'])
  const { data } = useQuery(aboutQuery)
  const sample = data?.demo?.administrator
  if (sample === undefined) return null
  return (
    <Notice tone="info" title={t('hint.title')}>
      <dl>
        <dt className="text-muted">{t('auth:identifier')}</dt>
        <dd className="font-semibold">
          <Ltr className="whitespace-nowrap select-all">{sample.email}</Ltr>
        </dd>
        <dt className="text-muted">{t('auth:password')}</dt>
        <dd className="font-semibold">
          <Ltr className="whitespace-nowrap select-all">{sample.password}</Ltr>
        </dd>
      </dl>
    </Notice>
  )
}

interface Fields {
  readonly email: string
  readonly password: string
}

function AdminSignInForm() {
  const { t } = useTranslation('auth')
  const [failure, setFailure] = useState<SignInFailure>()
  const { register, handleSubmit, formState } = useForm<Fields>({
    defaultValues: { email: '', password: '' },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(undefined)
    const result = await signIn(email, password, { remember: true, administratorsOnly: true })
    if (result.kind !== 'signed-in') setFailure(result)
    else if (result.user.waits === undefined) toast.success(t('loginSuccess'))
  })

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {failure !== undefined && (
        <SignInFailureNotice failure={failure} onOver={() => setFailure(undefined)} />
      )}
      <EmailField
        {...register('email', {
          validate: (value) => value.trim() !== '' || t('identifierRequired'),
        })}
        label={t('identifier')}
        error={errors.email?.message}
        autoComplete="username"
      />
      <PasswordField
        {...register('password', {
          validate: (value) => value.trim() !== '' || t('passwordRequired'),
        })}
        label={t('password')}
        error={errors.password?.message}
        autoComplete="current-password"
        required
      />
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t(isSubmitting ? 'submitting' : 'submit')}
      </Button>
    </form>
  )
}

export function AdminSignInPage() {
  const { t } = useTranslation('adminSignIn')
  const session = useSession()
  if (session.state === 'loading') return <PageSpinner />
  if (session.state === 'waiting') return <Navigate to="/second-factor" replace />
  // Other signed-in users have no access here, as with every page of another role.
  if (session.state === 'authenticated')
    return <Navigate to={session.user.role === 'admin' ? dashboardPath('admin') : '/'} replace />
  return (
    <>
      <meta name="robots" content="noindex, nofollow, noarchive" />
      <EntryCard title={t('title')} lead={t('lead')}>
        <AdminSignInForm />
        <SampleCredentials />
      </EntryCard>
    </>
  )
}
