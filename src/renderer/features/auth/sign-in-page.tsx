import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useLocation, useNavigate } from 'react-router-dom'
import { looksLikeEmail } from '#shared/domain/text/looks-like-email.ts'
import { platform } from '@platform'
import { pathAfterSignIn, readReturnPath } from '../../platform/session/return-path.ts'
import { useSession, signIn } from '../../platform/session/session.ts'
import { readSignInNotice } from '../../platform/session/sign-in-notice.ts'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PageSpinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { PasswordField, EmailField } from '../../ui/field/text-field.tsx'
import { PhoneLater } from '../../ui/form/phone-later.tsx'
import { type SignInFailure, SignInFailureNotice } from '../../ui/form/sign-in-failure.tsx'
import { useHasRoute } from '../../ui/known-routes.ts'
import { EntryCard } from '../../ui/layout/entry-card.tsx'

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-brand underline underline-offset-4'
const FILING_PATH = '/reports/new'

export function SignInPage() {
  const { t } = useTranslation(['auth', 'problems'])
  const session = useSession()
  const { state } = useLocation()
  if (session.state === 'loading') return <PageSpinner />
  if (session.state === 'waiting') return <Navigate to="/second-factor" replace state={state} />
  // Also the way on after signing in: the session changes, and this page has nothing more to do.
  if (session.state === 'authenticated')
    return <Navigate to={pathAfterSignIn(state, session.user.role)} replace />
  const wanted = readReturnPath(state)
  return (
    <EntryCard title={t('title')} lead={t('lead')} after={t('privacy')}>
      {readSignInNotice(state) === 'password-changed' ? (
        <Notice tone="success" title={t('passwordChanged')}>
          {t('passwordChangedHelp')}
        </Notice>
      ) : session.reason === 'ended' || session.reason === 'idle' ? (
        <Notice tone="info" title={t('sessionEnded')}>
          {t(session.reason === 'idle' ? 'sessionIdleHelp' : 'sessionEndedHelp')}
        </Notice>
      ) : (
        wanted !== '/' &&
        wanted !== KIOSK_START && (
          <Notice tone="info">
            <p>{t(reasonFor(wanted))}</p>
            {wanted === FILING_PATH && platform.target === 'web' && (
              // Loaded as a page of its own, which the desktop app does not have.
              <Link to="/tell" reloadDocument className={LINK}>
                {t('reason.withoutAccount')}
              </Link>
            )}
          </Notice>
        )
      )}
      <SignInForm state={state} />
      <OtherWays state={state} />
      <PhoneLater />
    </EntryCard>
  )
}

/** What a person who was led here wanted, where the address alone says it. */
const REASONS = {
  '/verify': 'reason.verify',
  '/id-card': 'reason.card',
  '/profile': 'reason.profile',
  [FILING_PATH]: 'reason.report',
  '/reports?mine=yes': 'reason.reports',
} as const

const isReason = (path: string): path is keyof typeof REASONS => path in REASONS
const reasonFor = (wanted: string) =>
  isReason(wanted) ? REASONS[wanted] : 'problems:not-signed-in'

/** Only what exists: a link to a page that is not built yet is of no use. */
function OtherWays({ state }: { readonly state: unknown }) {
  const { t } = useTranslation('auth')
  const hasRoute = useHasRoute()
  const [reset, register] = [hasRoute('/reset-password'), hasRoute('/register')]
  if (!reset && !register) return null
  return (
    <div className="border-t border-line pt-4">
      {reset && (
        <p>
          {/* The way back goes along, so that a new password leads on to where the person wanted to go. */}
          <Link to="/reset-password" state={{ returnTo: readReturnPath(state) }} className={LINK}>
            {t('forgot')}
          </Link>
        </p>
      )}
      {register && (
        <p className="flex flex-wrap items-center gap-x-2">
          {t('noAccount')}
          <Link to="/register" className={LINK}>
            {t('register')}
          </Link>
        </p>
      )}
    </div>
  )
}

interface SignInFields {
  readonly identifier: string
  readonly password: string
  readonly remember: boolean
}

const KIOSK_START = '/kiosk/start'

function SignInForm({ state }: { readonly state: unknown }) {
  const { t } = useTranslation('auth')
  const hasRoute = useHasRoute()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<SignInFailure>()
  const { register, handleSubmit, formState } = useForm<SignInFields>({
    defaultValues: { identifier: '', password: '', remember: true },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit(async ({ identifier, password, remember }, event) => {
    setFailure(undefined)
    // The purpose goes into the history entry, so that it outlasts a second factor.
    if (isForKiosk(event?.nativeEvent))
      await navigate('/login', { replace: true, state: { returnTo: KIOSK_START } })
    const result = await signIn(identifier, password, { remember })
    // The page moves on when the session exists; on a failure all typed text stays.
    if (result.kind !== 'signed-in') setFailure(result)
    else if (result.user.waits === undefined) toast.success(t('loginSuccess'))
  })

  return (
    // The server judges; the browser's own bubbles would speak its language instead of ours.
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {failure !== undefined && (
        <SignInFailureNotice failure={failure} onOver={() => setFailure(undefined)} />
      )}
      <EmailField
        {...register('identifier', {
          validate: (value) =>
            value.trim() === ''
              ? t('identifierRequired')
              : looksLikeEmail(value) || t('emailInvalid'),
        })}
        label={t('identifier')}
        error={errors.identifier?.message}
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
      {platform.canForget && <RememberChoice {...register('remember')} />}
      <Button type="submit" size="lg" busy={isSubmitting}>
        {t(isSubmitting ? 'submitting' : 'submit')}
      </Button>
      {hasRoute(KIOSK_START) && readReturnPath(state) !== KIOSK_START && (
        <Button
          type="submit"
          name={KIOSK_START}
          size="lg"
          variant="secondary"
          disabled={isSubmitting}
        >
          {t('submitKiosk')}
        </Button>
      )}
    </form>
  )
}

const isForKiosk = (event: object | undefined): boolean =>
  event instanceof SubmitEvent && event.submitter?.getAttribute('name') === KIOSK_START

type RememberProps = ReturnType<ReturnType<typeof useForm<SignInFields>>['register']>

function RememberChoice(field: RememberProps) {
  const { t } = useTranslation('auth')
  const hint = useId()
  return (
    <div>
      <label className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
        <input
          {...field}
          type="checkbox"
          defaultChecked
          aria-describedby={hint}
          className="size-6 shrink-0 accent-brand"
        />
        <span className="font-semibold">{t('remember')}</span>
      </label>
      <p id={hint} className="ps-9 text-sm text-muted">
        {t('rememberHint')}
      </p>
    </div>
  )
}
