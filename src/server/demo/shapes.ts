/** Shapes of documents. */
export function star(x: number, y: number, radius: number, fill: string): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (Math.PI / 5) * index - Math.PI / 2
    const reach = index % 2 === 0 ? radius : radius * 0.42
    return `${(x + Math.cos(angle) * reach).toFixed(1)} ${(y + Math.sin(angle) * reach).toFixed(1)}`
  })
  return `<path d="M${points.join('L')}Z" fill="${fill}"/>`
}
