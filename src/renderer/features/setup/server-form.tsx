import { ChevronDown } from 'lucide-react'
import { useState, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ServerCheck } from '#shared/contract/desktop/ipc-desktop.ts'
import { bridge } from '../../platform/bridge.ts'
import { logFailure } from '../../platform/log-failure.ts'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { TextField } from '../../ui/field/text-field.tsx'

type ServerFault = Extract<ServerCheck, { ok: false }>['fault']
type ChoiceState =
  | { readonly kind: 'asked' }
  | { readonly kind: 'checking' }
  /** It is one of ours; nothing was changed yet. */
  | { readonly kind: 'found'; readonly origin: string }
  | { readonly kind: 'choosing'; readonly origin: string }
  | { readonly kind: 'fault'; readonly fault: ServerFault; readonly detail: string }
  /** Main did not do it: a disk that is full, a file that cannot be written. */
  | { readonly kind: 'failed' }

function useServerChoice(first: boolean) {
  const [state, setState] = useState<ChoiceState>({ kind: 'asked' })
  const turn = useRef(0)

  /** A response about an address that was changed meanwhile is ignored. */
  async function follow(work: Promise<ServerCheck>, then: (origin: string) => void): Promise<void> {
    turn.current += 1
    const mine = turn.current
    try {
      const reply = await work
      if (turn.current !== mine) return
      if (reply.ok) then(reply.origin)
      else setState({ kind: 'fault', fault: reply.fault, detail: reply.detail })
    } catch (error) {
      logFailure('The server could not be chosen', error)
      if (turn.current === mine) setState({ kind: 'failed' })
    }
  }

  const choose = (origin: string): Promise<void> => {
    setState({ kind: 'choosing', origin })
    return follow(bridge().invoke('server:choose', origin), () => undefined) // main reloads the interface
  }

  return {
    state,
    /** The address is another one now. */
    forget: (): void => {
      turn.current += 1
      setState({ kind: 'asked' })
    },
    check: (text: string): Promise<void> => {
      setState({ kind: 'checking' })
      return follow(bridge().invoke('server:check', text), (origin) =>
        first ? void choose(origin) : setState({ kind: 'found', origin }),
      )
    },
    choose,
  }
}

/** What is wrong, what helps, and the technical details for the network's administrator. */
function FaultNotice({ fault, detail }: { readonly fault: ServerFault; readonly detail: string }) {
  const { t } = useTranslation('setup')
  return (
    <Notice tone="danger" title={t(`fault.${fault}.title`)}>
      <p>{t(`fault.${fault}.remedy`)}</p>
      {detail !== '' && (
        <details className="group mt-1">
          <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
            {t('details')}
            <ChevronDown
              aria-hidden="true"
              size={18}
              className="shrink-0 transition-transform group-open:rotate-180"
            />
          </summary>
          <Ltr className="block rounded-md border border-line bg-surface p-2 font-mono text-sm wrap-anywhere select-all">
            {detail}
          </Ltr>
        </details>
      )}
    </Notice>
  )
}

const ADDRESS_MAX_CHARS = 2_048

interface ServerFormProps {
  readonly onBack?: () => void
  readonly backLabel?: string
  readonly focused?: boolean
  /** There is no server yet, so no session can end: a good address is chosen at once. */
  readonly first?: boolean
}

/** An address is checked first and chosen then: choosing signs the user out. */
export function ServerForm({ onBack, backLabel, focused = false, first = false }: ServerFormProps) {
  const { t } = useTranslation('setup')
  const [address, setAddress] = useState('')
  const [missing, setMissing] = useState(false)
  const { state, check, choose, forget } = useServerChoice(first)
  const isBusy = state.kind === 'checking' || state.kind === 'choosing'
  const found = state.kind === 'found' || state.kind === 'choosing' ? state.origin : undefined
  return (
    <form
      noValidate
      aria-label={t('server.title')}
      onSubmit={(event) => {
        event.preventDefault()
        if (isBusy) return
        setMissing(address.trim() === '')
        if (found !== undefined) void choose(found)
        else if (address.trim() !== '') void check(address.trim())
      }}
      className="grid gap-5"
    >
      <TextField
        label={t('server.address')}
        hint={t('server.hint')}
        error={missing ? t('server.missing') : undefined}
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one field of a page that was just entered by a press
        autoFocus={focused}
        dir="ltr"
        inputMode="url"
        autoComplete="url"
        spellCheck={false}
        autoCapitalize="none"
        placeholder="wld.example.org"
        maxLength={ADDRESS_MAX_CHARS}
        value={address}
        readOnly={state.kind === 'choosing'}
        onChange={({ target }) => {
          setAddress(target.value)
          setMissing(false)
          forget()
        }}
      />
      {state.kind === 'fault' && <FaultNotice fault={state.fault} detail={state.detail} />}
      {state.kind === 'failed' && (
        <Notice tone="danger" title={t('failed.title')}>
          {t('failed.text')}
        </Notice>
      )}
      {found !== undefined && (
        <Notice tone="success" title={t('server.found')}>
          <Ltr className="font-semibold wrap-anywhere">{found}</Ltr>
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {onBack !== undefined && (
          <Button variant="quiet" disabled={isBusy} onClick={onBack}>
            {backLabel ?? t('server.back')}
          </Button>
        )}
        <Button type="submit" busy={isBusy}>
          {t(
            found === undefined
              ? state.kind === 'fault'
                ? 'server.again'
                : first
                  ? 'server.next'
                  : 'server.check'
              : 'server.use',
          )}
        </Button>
      </div>
    </form>
  )
}
