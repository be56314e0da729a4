import { KeyRound, Smartphone } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reply } from '#shared/contract/base/define-route.ts'
import { beginTotp, finishTotp } from '#shared/contract/factors.ts'
import { FACTOR_NAME_MAX, TOTP_DIGITS } from '#shared/domain/access/factor-rules.ts'
import { ask } from '../../platform/calls/api.ts'
import { Ltr } from '../bidi.tsx'
import { Button } from '../button/button.tsx'
import { CopyButton } from '../button/copy-button.tsx'
import { problemText } from '../call/form-problems.ts'
import { useCall } from '../call/use-call.ts'
import { Notice } from '../feedback/notice.tsx'
import { CodeField } from '../field/code-field.tsx'
import { TextField } from '../field/text-field.tsx'
import {
  modulesPath,
  modulesWithQuietZone,
  QUIET_ZONE_MODULES,
  qrModules,
} from '../qr/qr-modules.ts'
import { addPasskey, canUsePasskeys } from './passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useHeadingInView } from './use-heading-in-view.ts'
import { useStepUp } from './use-step-up.tsx'

type Enrolled = Reply<typeof finishTotp>
type NewApp = Reply<typeof beginTotp>

interface EnrolFactorProps {
  /** The factor works, and its recovery codes are kept. */
  readonly onDone: () => void | Promise<void>
  /** Shows the codes that come with the first factor on a page of its own. Without it they are shown here. */
  readonly onCodes?: (codes: readonly string[]) => void
}

/** Adds a passkey or a code app; the first factor comes with recovery codes. */
export function EnrolFactor({ onDone, onCodes }: EnrolFactorProps) {
  const { t } = useTranslation(['factors', 'problems'])
  const [app, setApp] = useState<NewApp>()
  const [codes, setCodes] = useState<readonly string[]>()
  const [fault, setFault] = useState<string>()
  const stepUp = useStepUp(t('enrol.stepUpTitle'), t('enrol.stepUpWhy'))
  const finish = async ({ recoveryCodes }: Enrolled): Promise<void> => {
    if (recoveryCodes === null) await onDone()
    else (onCodes ?? setCodes)(recoveryCodes)
  }
  const passkey = useCall(async () => {
    setFault(undefined)
    const result = await stepUp.guard(() => addPasskey(t('enrol.names.passkey')))
    if (result.kind === 'cancelled') return
    if (result.value === undefined) setFault(t('enrol.passkeyCancelled'))
    else await finish(result.value)
  })
  const begin = useCall(async () => {
    setFault(undefined)
    const result = await stepUp.guard(() => ask(beginTotp, {}))
    if (result.kind === 'done') setApp(result.value)
  })
  if (codes !== undefined)
    return <RecoveryCodes titled codes={codes} onKept={() => void onDone()} />
  if (app !== undefined)
    return <AppForm app={app} onAdded={finish} onBack={() => setApp(undefined)} />
  const notice = fault ?? passkey.notice ?? begin.notice
  return (
    <div className="grid gap-5">
      {canUsePasskeys() ? (
        <div className="grid gap-2">
          <Button
            size="lg"
            icon={<KeyRound aria-hidden="true" size={20} />}
            busy={passkey.busy}
            onClick={() => void passkey.run()}
          >
            {t('enrol.passkey')}
          </Button>
          <p className="text-sm text-muted">{t('enrol.passkeyHint')}</p>
        </div>
      ) : (
        <Notice tone="info">{t('enrol.noPasskeysHere')}</Notice>
      )}
      <div className="grid gap-2">
        <Button
          variant={canUsePasskeys() ? 'secondary' : 'primary'}
          size="lg"
          icon={<Smartphone aria-hidden="true" size={20} />}
          busy={begin.busy}
          onClick={() => void begin.run()}
        >
          {t('enrol.app')}
        </Button>
        <p className="text-sm text-muted">{t('enrol.appHint')}</p>
      </div>
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      {stepUp.dialog}
    </div>
  )
}

interface AppFormProps {
  readonly app: NewApp
  readonly onAdded: (enrolled: Enrolled) => Promise<void>
  readonly onBack: () => void
}

function AppForm({ app, onAdded, onBack }: AppFormProps) {
  const { t } = useTranslation(['factors', 'problems'])
  const [name, setName] = useState(() => t('enrol.names.totp'))
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const heading = useHeadingInView<HTMLHeadingElement>()
  const { run, busy, notice } = useCall(
    async (given: string) => {
      const called = name.trim() === '' ? t('enrol.names.totp') : name
      await onAdded(await ask(finishTotp, { body: { name: called, code: given } }))
    },
    (failure) => {
      if (failure.problem?.code !== 'second-factor-refused') return problemText(t, failure)
      setFault(t('enrol.wrongCode')) // what was typed stays
      return undefined
    },
  )
  const send = (given: string): void => {
    if (busy) return
    if (given.length === TOTP_DIGITS) void run(given)
    else setFault(t('prove.missing.totp'))
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        send(code)
      }}
    >
      <h2 ref={heading} tabIndex={-1} className="text-xl headline">
        {t('enrol.app')}
      </h2>
      <ol className="grid list-decimal gap-2 ps-5">
        <li>{t('enrol.steps.scan')}</li>
        <li>{t('enrol.steps.code')}</li>
      </ol>
      <div className="grid justify-items-center gap-3">
        <Qr text={app.uri} label={t('enrol.qr')} />
        <p className="text-sm text-muted">{t('enrol.byHand')}</p>
        <Ltr className="text-center font-mono font-semibold wrap-anywhere select-all">
          {(app.secret.match(/.{1,4}/g) ?? []).join(' ')}
        </Ltr>
        <CopyButton text={app.secret} label={t('enrol.copySecret')} />
      </div>
      <TextField
        label={t('enrol.name')}
        hint={t('enrol.nameHint')}
        value={name}
        maxLength={FACTOR_NAME_MAX}
        onChange={({ target }) => setName(target.value)}
      />
      <CodeField
        label={t('prove.code')}
        hint={t('prove.codeHint')}
        error={fault}
        value={code}
        onChange={(next) => {
          setCode(next)
          setFault(undefined)
        }}
        onComplete={send}
        busy={busy}
      />
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <div className="flex flex-wrap justify-end gap-2 max-sm:flex-col-reverse">
        <Button variant="secondary" onClick={onBack}>
          {t('enrol.back')}
        </Button>
        <Button type="submit" busy={busy}>
          {t('enrol.submit')}
        </Button>
      </div>
    </form>
  )
}

/** Drawn here: the text is a secret. */
function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const modules = qrModules(text)
  const side = modulesWithQuietZone(modules)
  return (
    <figure className="w-full max-w-60">
      <svg
        aria-hidden="true"
        viewBox={`${-QUIET_ZONE_MODULES} ${-QUIET_ZONE_MODULES} ${side} ${side}`}
        shapeRendering="crispEdges"
        className="rounded-md bg-white"
      >
        <path d={modulesPath(modules)} fill="#000000" />
      </svg>
      <figcaption className="sr-only">{label}</figcaption>
    </figure>
  )
}
