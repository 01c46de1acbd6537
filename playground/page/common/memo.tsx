import { Component, type FunctionComponent } from 'preact';

export function memo<P extends object>(Inner: FunctionComponent<P>): new () => Component<P> {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const [before, after] = [new Map(Object.entries(this.props)), new Map(Object.entries(next))];
      return before.size !== after.size || [...after].some(([key, value]) => !Object.is(before.get(key), value));
    }
    override render() {
      return <Inner {...this.props} />;
    }
  };
}
