// The connection to the server. If it is lost, the page connects again.

const LONGEST = 8000;

export class Connection {
  /**
   * @param {(event: object) => void} receive called with everything the server sends
   * @param {(online: boolean) => void} changed called when the connection opens or is lost
   * @param {() => object | null} greeting what to send first, each time
   */
  constructor(receive, changed, greeting) {
    Object.assign(this, { receive, changed, greeting, wait: 250, closed: false });
    this.open();
  }

  open() {
    const address = new URL("play", document.baseURI);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    this.socket = new WebSocket(address);
    this.socket.onopen = () => {
      this.wait = 250;
      this.changed(true);
      const first = this.greeting();
      if (first) this.send(first);
    };
    this.socket.onmessage = (message) => this.receive(JSON.parse(message.data));
    this.socket.onclose = () => {
      if (this.closed) return;
      this.changed(false);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(LONGEST, 2 * this.wait);
    };
  }

  send(message) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
