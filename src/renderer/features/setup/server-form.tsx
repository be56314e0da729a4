import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ltr } from '../../ui/bidi.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FaultNotice } from './fault-notice.tsx'
import { useServerChoice } from './use-server-choice.ts'

const ADDRESS_MAX_CHARS = 2_048

interface ServerFormProps {
  readonly onBack?: () => void
  readonly backLabel?: string
  readonly focused?: boolean
}

/** An address is looked at first and chosen then: choosing signs out whoever is signed in. */
export function ServerForm({ onBack, backLabel, focused = false }: ServerFormProps) {
  const { t } = useTranslation('setup')
  const [address, setAddress] = useState('')
  const [missing, setMissing] = useState(false)
  const { state, check, choose, forget } = useServerChoice()
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
                : 'server.check'
              : 'server.use',
          )}
        </Button>
      </div>
    </form>
  )
}
