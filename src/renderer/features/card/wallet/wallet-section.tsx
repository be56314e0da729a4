import { CircleMinus, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  addToApple,
  addToGoogle,
  type WalletStanding,
  withdrawFromWallets,
} from '#shared/contract/wallet.ts'
import { ask } from '../../../platform/calls/api.ts'
import { Button } from '../../../ui/button/button.tsx'
import { useCall } from '../../../ui/call/use-call.ts'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Checkbox } from '../../../ui/field/checkbox.tsx'

type WalletName = keyof WalletStanding
const WALLETS = ['apple', 'google'] as const satisfies readonly WalletName[]
const TEXTS = {
  apple: { add: 'apple', again: 'appleAgain', ask: 'askApple', learns: 'learnsApple' },
  google: { add: 'google', again: 'googleAgain', ask: 'askGoogle', learns: 'learnsGoogle' },
} as const
const ADD = { apple: addToApple, google: addToGoogle } as const

/**
 * Both companies want their own artwork and forbid drawings that look like it. They give it out under terms that each operator
 * accepts, and no package may pass it on, so this is a plain button without their signs. It keeps what they ask of theirs:
 * black in every theme with an outline on a dark ground, at least 48 px high, the name of the wallet unchanged, room around it,
 * and none larger than the other. docs/go-live.md says what an operator does about the artwork.
 */
const WALLET_BUTTON =
  'inline-flex min-h-12 min-w-72 items-center justify-center gap-3 rounded-md border border-[#a6a6a6] bg-[#000000] px-5 py-2 text-center font-semibold text-[#ffffff] hover:underline max-sm:w-full'

export interface WalletSectionProps {
  readonly standing: WalletStanding
  readonly onChanged: () => void
}

/** Puts the card into a wallet of the phone, after saying what Apple or Google learn by it. */
export function WalletSection({ standing, onChanged }: WalletSectionProps) {
  const { t } = useTranslation('wallet')
  const [asked, setAsked] = useState<WalletName>()
  const [withdraws, setWithdraws] = useState(false)
  const isAdded = WALLETS.some((name) => standing[name] === 'added')
  return (
    <section aria-labelledby="card-wallets" className="grid justify-items-start gap-3">
      <h2 id="card-wallets" className="text-xl headline">
        {t('title')}
      </h2>
      <p className="max-w-prose text-muted">{t('lead')}</p>
      {isAdded && <p className="max-w-prose">{t('addedNote')}</p>}
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        {WALLETS.filter((name) => standing[name] !== 'off').map((name) => (
          <button key={name} type="button" onClick={() => setAsked(name)} className={WALLET_BUTTON}>
            <Wallet aria-hidden="true" size={24} className="shrink-0" />
            {t(TEXTS[name][standing[name] === 'added' ? 'again' : 'add'])}
          </button>
        ))}
        {isAdded && (
          <Button
            variant="quiet"
            icon={<CircleMinus aria-hidden="true" size={20} />}
            onClick={() => setWithdraws(true)}
          >
            {t('withdraw')}
          </Button>
        )}
      </div>
      {asked !== undefined && (
        <AddDialog
          wallet={asked}
          onClose={() => setAsked(undefined)}
          onDone={() => {
            setAsked(undefined)
            onChanged()
          }}
        />
      )}
      {withdraws && (
        <WithdrawDialog
          onClose={() => setWithdraws(false)}
          onDone={() => {
            setWithdraws(false)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

interface DialogProps {
  readonly onClose: () => void
  readonly onDone: () => void
}

function AddDialog({ wallet, onClose, onDone }: DialogProps & { readonly wallet: WalletName }) {
  const { t } = useTranslation(['wallet', 'problems'])
  const [agreed, setAgreed] = useState(false)
  const [fault, setFault] = useState<string>()
  const texts = TEXTS[wallet]
  const add = useCall(async () => {
    const { url } = await ask(ADD[wallet], { body: { agreed: true } })
    onDone()
    location.assign(url) // a pass opens in Wallet only as a page that is visited
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t(texts.ask)}
      text={
        <>
          <p>{t(texts.learns)}</p>
          <p>{t('locked')}</p>
        </>
      }
      confirmLabel={t(texts.add)}
      busy={add.busy}
      onConfirm={() => {
        if (agreed) void add.run()
        else setFault(t('agreeMissing'))
      }}
    >
      <Checkbox
        label={t('agree')}
        checked={agreed}
        error={fault}
        onChange={({ target }) => {
          setAgreed(target.checked)
          setFault(undefined)
        }}
      />
      <FailureNotice title={t('failed')} text={add.notice} />
    </ConfirmDialog>
  )
}

function WithdrawDialog({ onClose, onDone }: DialogProps) {
  const { t } = useTranslation(['wallet', 'problems'])
  const withdraw = useCall(async () => {
    await ask(withdrawFromWallets, {})
    toast.success(t('withdrawn'))
    onDone()
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={t('withdrawAsk')}
      text={<p>{t('withdrawText')}</p>}
      confirmLabel={t('withdrawDo')}
      tone="danger"
      busy={withdraw.busy}
      onConfirm={() => void withdraw.run()}
    >
      <FailureNotice title={t('withdrawFailed')} text={withdraw.notice} />
    </ConfirmDialog>
  )
}
