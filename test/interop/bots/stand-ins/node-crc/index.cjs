// Stands in for node-crc, which is compiled when it is installed: the one sum that prism-media asks it for, that of Ogg pages.
const POLYNOMIAL = 0x04c11db7;

exports.crc = (_width, _reflect, _polynomial, _init, _initLow, _xor, _xorLow, _check, bytes) => {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? POLYNOMIAL : 0);
  }
  const result = Buffer.alloc(4);
  result.writeInt32BE(sum);
  return result;
};
