import { KeyRound } from 'lucide-react'
import { type SubmitEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { finishProof } from '#shared/contract/factors.ts'
import { TOTP_DIGITS, type ProofMethod } from '#shared/domain/access/factor-rules.ts'
import { ask, CallFailure } from '../../platform/calls/api.ts'
import { Button } from '../button/button.tsx'
import { problemText } from '../call/form-problems.ts'
import { useCall } from '../call/use-call.ts'
import { Notice } from '../feedback/notice.tsx'
import { CodeField } from '../field/code-field.tsx'
import { TextField } from '../field/text-field.tsx'
import { canUsePasskeys, provePasskey, type ProofPurpose } from './passkeys.ts'

export interface ProveFactorProps {
  readonly purpose: ProofPurpose
  readonly methods: readonly ProofMethod[]
  readonly onProven: () => void | Promise<void>
  readonly onBusy?: (busy: boolean) => void
}

const isRefused = (failure: CallFailure): boolean =>
  failure.problem?.code === 'second-factor-refused'

/** The second step: a passkey, a code of an app or a recovery code, whichever the account has and this device can use. */
export function ProveFactor({ purpose, methods, onProven, onBusy }: ProveFactorProps) {
  const { t } = useTranslation('factors')
  const usable = methods.filter((method) => method !== 'passkey' || canUsePasskeys())
  const [chosen, setChosen] = useState<ProofMethod>()
  const method = chosen ?? usable[0]
  const others = usable.filter((one) => one !== method)
  return (
    <div className="grid gap-5">
      {methods.includes('passkey') && !canUsePasskeys() && (
        <Notice tone="info">{t('prove.noPasskeysHere')}</Notice>
      )}
      {method === undefined ? (
        <Notice tone="warning">{t('prove.nothing')}</Notice>
      ) : method === 'passkey' ? (
        <PasskeyForm purpose={purpose} onProven={onProven} onBusy={onBusy} />
      ) : (
        <CodeForm
          key={method}
          method={method}
          purpose={purpose}
          onProven={onProven}
          onBusy={onBusy}
        />
      )}
      {others.length > 0 && (
        <ul className="flex flex-wrap gap-x-2 border-t border-line pt-3">
          {others.map((one) => (
            <li key={one}>
              <Button variant="quiet" onClick={() => setChosen(one)}>
                {t(`prove.use.${one}`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type FormProps = Pick<ProveFactorProps, 'purpose' | 'onProven'> & {
  readonly onBusy: ProveFactorProps['onBusy'] | undefined
}

function useBusy(busy: boolean, onBusy: FormProps['onBusy']): void {
  useEffect(() => onBusy?.(busy), [onBusy, busy])
}

function PasskeyForm({ purpose, onProven, onBusy }: FormProps) {
  const { t } = useTranslation(['factors', 'problems'])
  const [fault, setFault] = useState<string>()
  const { run, busy, notice } = useCall(async () => {
    setFault(undefined)
    if (await provePasskey(purpose)) await onProven()
    else setFault(t('prove.passkeyCancelled'))
  })
  useBusy(busy, onBusy)
  return (
    <div className="grid gap-4">
      <p>{t('prove.passkeyLead')}</p>
      {(fault ?? notice) !== undefined && <Notice tone="danger">{fault ?? notice}</Notice>}
      <Button
        size="lg"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page or dialog asks for this one thing
        autoFocus
        icon={<KeyRound aria-hidden="true" size={20} />}
        busy={busy}
        onClick={() => void run()}
      >
        {t('prove.passkey')}
      </Button>
    </div>
  )
}

function CodeForm({
  method,
  purpose,
  onProven,
  onBusy,
}: FormProps & { readonly method: 'totp' | 'recovery' }) {
  const { t } = useTranslation(['factors', 'problems'])
  const [code, setCode] = useState('')
  const [fault, setFault] = useState<string>()
  const { run, busy, notice } = useCall(
    async (given: string) => {
      await ask(finishProof, { body: { method, purpose, code: given } })
      await onProven()
    },
    (failure) => {
      if (!isRefused(failure)) return problemText(t, failure)
      setFault(t(`prove.wrong.${method}`)) // what was typed stays
      return undefined
    },
  )
  useBusy(busy, onBusy)
  const send = (given: string): void => {
    if (busy) return
    const isWhole = method === 'totp' ? given.length === TOTP_DIGITS : given.trim() !== ''
    if (isWhole) void run(given)
    else setFault(t(`prove.missing.${method}`))
  }
  const change = (next: string): void => {
    setCode(next)
    setFault(undefined)
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
      {method === 'totp' ? (
        <CodeField
          label={t('prove.code')}
          hint={t('prove.codeHint')}
          error={fault}
          value={code}
          onChange={change}
          onComplete={send}
          busy={busy}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page or dialog asks for this one thing
          autoFocus
        />
      ) : (
        <TextField
          label={t('prove.recovery')}
          hint={t('prove.recoveryHint')}
          error={fault}
          value={code}
          onChange={({ target }) => change(target.value)}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the page or dialog asks for this one thing
          autoFocus
        />
      )}
      {notice !== undefined && <Notice tone="danger">{notice}</Notice>}
      <Button type="submit" size="lg" busy={busy}>
        {t('prove.submit')}
      </Button>
    </form>
  )
}
