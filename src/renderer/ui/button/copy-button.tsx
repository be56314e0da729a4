import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
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
    <Button
      {...rest}
      variant={variant}
      icon={copied ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
      onClick={() => void copy()}
    >
      {/* Both texts lie in one cell of a grid, so that the button keeps its width. */}
      <span className={short ? 'grid max-sm:sr-only' : 'grid'}>
        <span className={copied ? 'invisible [grid-area:1/1]' : '[grid-area:1/1]'}>{label}</span>
        <span
          aria-hidden="true"
          className={copied ? '[grid-area:1/1]' : 'invisible [grid-area:1/1]'}
        >
          {t('copy.copied')}
        </span>
      </span>
    </Button>
  )
}
