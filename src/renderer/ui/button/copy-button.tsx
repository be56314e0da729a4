import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cx } from '../cx.ts'
import { announce } from '../feedback/announcer.tsx'
import { toast } from '../feedback/toast.ts'
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx'

export interface CopyButtonProps {
  readonly text: string
  /** What the button says: "Copy the IBAN", not just "Copy". */
  readonly label: string
  readonly variant?: ButtonVariant
  readonly size?: ButtonSize
  readonly className?: string
  /** On a phone the icon alone, at the end of a line of values. */
  readonly short?: boolean
}

const DONE_FOR_MS = 2_500

export function CopyButton({
  text,
  label,
  variant = 'secondary',
  short = false,
  ...rest
}: CopyButtonProps) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), DONE_FOR_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      announce(t('copy.done'))
    } catch {
      toast.error(t('copy.failed')) // no permission, or an http address other than localhost
    }
  }
  return (
    <Button {...rest} variant={variant} onClick={() => void copy()}>
      {/* Both faces lie in one cell of a grid, each a centred pair, so that the button keeps its width. */}
      <span className="grid">
        <Face shown={!copied} icon={<Copy aria-hidden="true" size={18} />} short={short}>
          {label}
        </Face>
        <Face shown={copied} icon={<Check aria-hidden="true" size={18} />} short={short} silent>
          {t('copy.copied')}
        </Face>
      </span>
    </Button>
  )
}

interface FaceProps {
  readonly shown: boolean
  readonly icon: ReactNode
  readonly short: boolean
  /** Said by the announcer; the name of the button stays. */
  readonly silent?: boolean
  readonly children: string
}

const Face = ({ shown, icon, short, silent, children }: FaceProps) => (
  <span
    aria-hidden={silent}
    className={cx(
      'inline-flex items-center justify-center gap-2 [grid-area:1/1] [&>svg]:shrink-0',
      !shown && 'invisible',
    )}
  >
    {icon}
    <span className={short ? 'max-sm:sr-only' : undefined}>{children}</span>
  </span>
)
