import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Attack, AttackOrder, AttackResult } from './attack.ts'
import { attacks } from './attacks.ts'
import { AnswerReader, bytesOf, chunksOf } from './wire.ts'

/** the attacked service is always on this machine */
const host = '127.0.0.1'

/** another address of it than the visitor has, where the system gives it several */
const ownAddress = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {}

/** requests of one attack, connections of it, requests that are sent at once */
const mostRequests = 100_000
const mostConnections = 1000
const atOnce = 500

/** milliseconds between two bytes of a slow request, and after a connection that was refused */
const pause = 50

/** The attacker: a process of its own, with nothing but addresses that anybody knows. */
process.on('disconnect', () => process.exit(0))
process.on('message', async (order: AttackOrder) => process.send?.(await attack(order)))
process.send?.('ready')

class Running {
  readonly attack: Attack
  readonly port: number
  readonly statuses: Record<number, number> = {}
  sent = 0
  readonly #wires: readonly Buffer[]
  readonly #endsAt: number

  constructor(chosen: Attack, port: number, seconds: number) {
    this.attack = chosen
    this.port = port
    this.#wires = chosen.requests.map(bytesOf)
    this.#endsAt = performance.now() + seconds * 1000
  }

  get isOver(): boolean {
    return performance.now() >= this.#endsAt || this.sent >= mostRequests
  }

  get left(): number {
    return Math.max(0, this.#endsAt - performance.now())
  }

  next(): Buffer {
    return this.#wires[this.sent++ % this.#wires.length] ?? Buffer.alloc(0)
  }

  answered(status: number): void {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
  }
}

async function attack({ name, port, seconds, files }: AttackOrder): Promise<AttackResult> {
  const chosen = attacks(files).find((one) => one.name === name)
  if (chosen === undefined) throw new Error(`There is no attack "${name}".`)
  const running = new Running(chosen, port, seconds)
  const connections = Math.min(chosen.connections ?? 32, mostConnections)
  await Promise.all([
    delay(running.left),
    ...Array.from({ length: connections }, () => keepConnected(running)),
  ])
  return { sent: running.sent, statuses: running.statuses }
}

/** One connection after the other, until the time is over. */
async function keepConnected(running: Running): Promise<void> {
  while (!running.isOver) {
    const began = performance.now()
    await useConnection(running)
    if (performance.now() - began < 5 && running.attack.manner !== 'reconnect') await delay(pause)
  }
}

function useConnection(running: Running): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host, port: running.port, noDelay: true, ...ownAddress })
    const ending = setTimeout(() => socket.destroy(), running.left)
    socket.on('error', () => running.answered(0))
    socket.on('close', () => {
      clearTimeout(ending)
      resolve()
    })
    const answers = new AnswerReader((status) => {
      running.answered(status)
      continued()
    })
    socket.on('data', (bytes: Buffer) => answers.take(bytes))
    const continued = begin(running, socket)
  })
}

/** Begins to send over a connection; gives what is called for each answer. */
function begin(running: Running, socket: Socket): () => void {
  const { manner = 'repeat' } = running.attack
  const send = (): void => {
    if (running.isOver) socket.destroy()
    else socket.write(running.next())
  }
  switch (manner) {
    case 'repeat':
      send()
      return send
    case 'reconnect':
      send()
      return () => socket.destroy()
    case 'pipeline':
      return pipelined(running, socket)
    case 'slow':
      void sendSlowly(running, socket)
      return () => undefined
    case 'endless':
      sendEndlessly(running, socket)
      return () => undefined
  }
}

function pipelined(running: Running, socket: Socket): () => void {
  let waiting = 0
  const sendMany = (): void => {
    if (running.isOver) return void socket.destroy()
    waiting = atOnce
    socket.write(Buffer.concat(Array.from({ length: atOnce }, () => running.next())))
  }
  sendMany()
  return () => {
    if (--waiting === 0) sendMany()
  }
}

async function sendSlowly(running: Running, socket: Socket): Promise<void> {
  for (const byte of running.next()) {
    if (running.isOver || socket.destroyed) break
    socket.write(Buffer.from([byte]))
    await delay(pause)
  }
}

/** Never ends the body, whatever is answered. */
function sendEndlessly(running: Running, socket: Socket): void {
  const [request] = running.attack.requests
  const { body = '', chunkBytes = 1 } = request ?? {}
  const wire = running.next()
  socket.write(wire.subarray(0, wire.indexOf('\r\n\r\n') + 4))
  const more = chunksOf(Buffer.from(body), chunkBytes)
  const send = (): void => {
    while (!running.isOver && !socket.destroyed && socket.write(more));
    if (running.isOver) socket.destroy()
  }
  socket.on('drain', send)
  send()
}
